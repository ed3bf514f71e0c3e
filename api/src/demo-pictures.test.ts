import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { parsePicture, sharePreviewPath, smallerRenditions } from '@tsedra/contract/picture'
import { expect, test } from 'vitest'
import { addressesFile, renderedDirectory, seedsDirectory } from './demo-pictures.ts'
import { publishPicture } from './images/publish-picture.ts'

const addresses = JSON.parse(await readFile(addressesFile, 'utf8')) as Record<string, string>

test('the demo catalogue’s pictures are rendered from the existing sources, in all sizes, and no others are', async () => {
  const expected: string[] = []
  for (const [path, address] of Object.entries(addresses)) {
    const hash = createHash('sha256').update(await readFile(new URL(path, seedsDirectory)))
    expect(address, path).toContain(`/media/${hash.digest('hex').slice(0, 20)}-`)
    const smaller = smallerRenditions(address, parsePicture(address)?.width ?? 0)
    expected.push(...smaller.map((rendition) => rendition.path), sharePreviewPath(address), address)
  }

  const names = expected.map((address) => address.replace('/media/', ''))
  expect((await readdir(renderedDirectory)).toSorted()).toEqual([...new Set(names)].toSorted())
})

test('rendering a picture of the demo catalogue again returns the same address and the same sizes', async () => {
  const [path = '', address = ''] = Object.entries(addresses)[0] ?? []
  const drawn = new Map<string, number>()
  const store = {
    has: () => Promise.resolve(false),
    put: async (name: string, bytes: Buffer) => void drawn.set(name, bytes.length),
  }

  expect(await publishPicture(store, await readFile(new URL(path, seedsDirectory)))).toBe(address)
  for (const [name, bytes] of drawn) {
    const { length } = await readFile(new URL(name, renderedDirectory))
    // Another build of the picture library may produce a slightly different file size.
    expect(Math.abs(length - bytes) / bytes, name).toBeLessThan(0.1)
  }
})
