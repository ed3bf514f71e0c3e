import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { pictureOf, renditionPath, sharedPath, smallerWidths } from '@tsedra/contract/picture'
import { expect, test } from 'vitest'
import { addressesFile, drawnFolder, seeds } from './demo-pictures.ts'
import { publishPicture } from './images/publish-picture.ts'

const addresses = JSON.parse(await readFile(addressesFile, 'utf8')) as Record<string, string>

test('the demo catalogue’s pictures are drawn from those that are there, in all their sizes, and nothing else is', async () => {
  const wanted: string[] = []
  for (const [path, address] of Object.entries(addresses)) {
    const hash = createHash('sha256').update(await readFile(new URL(path, seeds)))
    expect(address, path).toContain(`/media/${hash.digest('hex').slice(0, 20)}-`)
    const smaller = smallerWidths(pictureOf(address)?.width ?? 0).map((width) => renditionPath(address, width))
    wanted.push(...smaller, sharedPath(address), address)
  }

  const names = wanted.map((address) => address.replace('/media/', ''))
  expect((await readdir(drawnFolder)).toSorted()).toEqual([...new Set(names)].toSorted())
})

test('drawn again, a picture of the demo catalogue has the same address and the same sizes', async () => {
  const [path = '', address = ''] = Object.entries(addresses)[0] ?? []
  const drawn = new Map<string, number>()
  const store = {
    has: () => Promise.resolve(false),
    put: async (name: string, bytes: Buffer) => void drawn.set(name, bytes.length),
  }

  expect(await publishPicture(store, await readFile(new URL(path, seeds)))).toBe(address)
  for (const [name, bytes] of drawn) {
    const { length } = await readFile(new URL(name, drawnFolder))
    // Another build of the picture library may spend some bytes more or less.
    expect(Math.abs(length - bytes) / bytes, name).toBeLessThan(0.1)
  }
})
