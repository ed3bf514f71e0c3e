import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parsePicture, renditionPath, sharePreviewPath } from '@tsedra/contract/picture'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { completePictures } from './complete-pictures.ts'
import { createDiskStore } from './disk-store.ts'
import { publishPicture } from './publish-picture.ts'

/** Maximum additional memory of one rendering, in MiB (infra/decisions/0028-picture-uploads.md). */
const BUDGET_MIB = 250

/** Publishes a picture as the API does, in a separate process. */
async function publishInProcess(picture: Buffer): Promise<{ outcome: string; peakMiB: number }> {
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-peak-'))
  const file = join(directory, 'picture')
  await writeFile(file, picture)
  const script = fileURLToPath(new URL('../../test/measure-publish-memory.ts', import.meta.url))
  const env = { ...process.env, MALLOC_ARENA_MAX: '2' }
  const { stdout } = await promisify(execFile)(process.execPath, [script, file], { env })
  await rm(directory, { recursive: true })
  return JSON.parse(stdout) as { outcome: string; peakMiB: number }
}

const square = (megapixels: number, channels: 3 | 4 = 3) => {
  const side = Math.floor(Math.sqrt(megapixels * 1e6))
  const background = { r: 230, g: 160, b: 60, ...(channels === 4 && { alpha: 0.5 }) }
  return sharp({ create: { width: side, height: side, channels, background } })
}

/** The most expensive accepted kinds. */
const heaviest: [what: string, draw: () => Promise<Buffer>][] = [
  [
    'a progressive JPEG of 25 megapixels',
    () => square(25).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  ],
  [
    'an interlaced PNG of 25 megapixels that can be seen through',
    () => square(25, 4).png({ progressive: true }).toBuffer(),
  ],
  ['a lossless WebP of 25 megapixels', () => square(25).webp({ lossless: true, effort: 0 }).toBuffer()],
  ['an AVIF of 8 megapixels, 10 bits and alpha', () => square(8, 4).avif({ bitdepth: 10, effort: 0 }).toBuffer()],
]

test.runIf(process.platform === 'linux').each(heaviest)(
  '%s is published within the memory budget',
  { timeout: 120_000 },
  async (_case, draw) => {
    const { outcome, peakMiB } = await publishInProcess(await draw())

    expect(outcome).toMatch(/^\/media\//)
    expect(peakMiB).toBeLessThan(BUDGET_MIB)
  },
)

// catches mutation: avif-pixel-limit
test.runIf(process.platform === 'linux')(
  'an AVIF of more than 8 megapixels is rejected before decoding',
  { timeout: 120_000 },
  async () => {
    const { outcome, peakMiB } = await publishInProcess(await square(9).avif({ effort: 0 }).toBuffer())

    expect(outcome).toContain('pixel limit')
    expect(peakMiB).toBeLessThan(50)
  },
)

async function openFolder() {
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-pictures-'))
  return {
    store: createDiskStore({ directory, secret: 'unused' }),
    shared: (address: string) => sharp(join(directory, sharePreviewPath(address).slice('/media/'.length))),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  }
}

test.each([
  ['a photo', 3, { r: 200, g: 40, b: 40 }],
  ['a cutout', 4, { r: 0, g: 0, b: 0, alpha: 0 }],
] as const)('%s is published in its widths, and as a share preview', async (_case, channels, background) => {
  await using folder = await openFolder()
  const original = await sharp({ create: { width: 900, height: 1200, channels, background } })
    .png()
    .toBuffer()

  const address = await publishPicture(folder.store, original)

  expect(parsePicture(address)).toMatchObject({ width: 900, height: 1200, cutout: channels === 4 })
  const shared = await folder.shared(address).metadata()
  expect(shared).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(await folder.store.names()).toHaveLength(6)
})

test.each([
  ['a photo', 3],
  ['a cutout', 4],
] as const)(
  '%s of a former release gets the rendition that it lacks, and keeps the others',
  async (_case, channels) => {
    await using folder = await openFolder()
    const original = await square(1.2, channels).png().toBuffer()
    const address = await publishPicture(folder.store, original)
    const nameOf = (path: string) => path.slice('/media/'.length)
    const [missing, kept] = [nameOf(renditionPath(address, 960, 'avif')), nameOf(renditionPath(address, 640))]
    await folder.store.remove(missing)
    await folder.store.put(kept, Buffer.from('kept'))

    const completed = [await completePictures(folder.store), await completePictures(folder.store)]

    expect(completed).toEqual([1, 0])
    const rendition = await sharp(await folder.store.get(missing)).metadata()
    expect(rendition).toMatchObject({ format: 'heif', compression: 'av1', width: 960, hasAlpha: channels === 4 })
    expect(String(await folder.store.get(kept))).toBe('kept')
  },
)

test('a damaged picture does not keep others from being completed', async () => {
  await using folder = await openFolder()
  await folder.store.put('00000000000000000000-1200x800.webp', Buffer.from('damaged'))
  const address = await publishPicture(folder.store, await square(1.2).png().toBuffer())
  const missing = renditionPath(address, 960, 'avif').slice('/media/'.length)
  await folder.store.remove(missing)

  await expect(completePictures(folder.store)).rejects.toThrow('1 pictures cannot be completed')

  expect(await folder.store.has(missing)).toBe(true)
})

test('a share preview has the page background behind transparency', async () => {
  await using folder = await openFolder()
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  const original = await sharp({ create: { width: 700, height: 700, channels: 4, background } })
    .png()
    .toBuffer()

  const address = await publishPicture(folder.store, original)

  const [corner] = (await folder.shared(address).stats()).channels
  expect(corner?.min).toBeGreaterThan(240)
})
