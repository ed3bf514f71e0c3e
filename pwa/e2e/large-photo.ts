import type { Page } from '@playwright/test'

/** APP1 segment with one entry: orientation 6, as cameras store a photo that was taken upright. */
const exifOrientation6 = Buffer.from(
  'ffe10022457869660000' + '49492a0008000000' + '0100' + '120103000100000006000000' + '00000000',
  'hex',
)

/** Returns a JPEG of 600 × 300 pixels that is shown as 300 × 600, with more than 5 MB. */
export async function createLargePhoto(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const dataUrl = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 300 })
    const context = canvas.getContext('2d')
    context?.fillRect(0, 0, 300, 300)
    return canvas.toDataURL('image/jpeg')
  })
  const jpeg = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  // Browsers ignore what follows the end of the picture.
  const padding = Buffer.alloc(6 * 1024 * 1024)
  const buffer = Buffer.concat([jpeg.subarray(0, 2), exifOrientation6, jpeg.subarray(2), padding])
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
}
