import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pictureOf, sharedPath } from '@tsedra/contract/picture'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { diskStore } from './disk-store.ts'
import { publishPicture } from './publish-picture.ts'

async function openFolder() {
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-pictures-'))
  return {
    store: diskStore({ directory, secret: 'of nobody' }),
    shared: (address: string) => sharp(join(directory, sharedPath(address).slice('/media/'.length))),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  }
}

test.each([
  ['a photo', 3, { r: 200, g: 40, b: 40 }],
  ['a cutout', 4, { r: 0, g: 0, b: 0, alpha: 0 }],
] as const)('%s is published in its widths, and once more for chats', async (_what, channels, background) => {
  await using folder = await openFolder()
  const original = await sharp({ create: { width: 900, height: 1200, channels, background } })
    .png()
    .toBuffer()

  const address = await publishPicture(folder.store, original)

  expect(pictureOf(address)).toMatchObject({ width: 900, height: 1200, cutout: channels === 4 })
  const shared = await folder.shared(address).metadata()
  expect(shared).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(await folder.store.names()).toHaveLength(4)
})

test('what is transparent lies on the shop’s ground', async () => {
  await using folder = await openFolder()
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  const original = await sharp({ create: { width: 700, height: 700, channels: 4, background } })
    .png()
    .toBuffer()

  const address = await publishPicture(folder.store, original)

  const [corner] = (await folder.shared(address).stats()).channels
  expect(corner?.min).toBeGreaterThan(240)
})
