import sharp from 'sharp'
import type { Shop } from './shop.ts'
import type { Browser } from './users.ts'

/** Uploads a file to its own URL; returns the path to save and the status of the store. */
export async function uploadPicture(shop: Shop, browser: Browser, bytes: Buffer) {
  const { body } = await browser.send('POST', '/api/objects/upload')
  const { pathname, search } = new URL(String(body['uploadURL']))
  const { status } = await fetch(`${shop.url}${pathname}${search}`, { method: 'PUT', body: new Uint8Array(bytes) })
  return { status, uploadURL: String(body['uploadURL']), path: String(body['objectPath']) }
}

/** Draws an opaque picture. */
export const drawPhoto = (width = 1600, height = 1200) =>
  sharp({ create: { width, height, channels: 3, background: '#e8a33d' } })
