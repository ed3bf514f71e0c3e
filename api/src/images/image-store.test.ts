import { randomUUID } from 'node:crypto'
import { MAX_PICTURE_BYTES } from '@tsedra/contract/uploads'
import { expect, test, vi } from 'vitest'
import { openDiskStore, openS3Store, s3Name } from '../../test/object-store.ts'
import { UPLOAD_TTL_S } from './image-store.ts'

const stores = [
  ['disk', openDiskStore],
  [s3Name, openS3Store],
] as const

test.each(stores)('K5, %s: a published picture exists until it is removed', async (_, openStore) => {
  await using testStore = await openStore()
  const { store } = testStore
  const picture = Buffer.from('picture')

  expect(await store.has('a-1x1.webp')).toBe(false)
  await store.put('a-1x1.webp', picture)
  await store.put('a-1x1.webp', picture)
  await store.put('b-1x1.webp', picture)

  expect(await store.has('a-1x1.webp')).toBe(true)
  expect(await store.get('a-1x1.webp')).toEqual(picture)
  expect(await store.get('none-1x1.webp')).toBeUndefined()
  expect((await store.names()).toSorted()).toEqual(['a-1x1.webp', 'b-1x1.webp'])
  await store.remove('a-1x1.webp')
  await store.remove('a-1x1.webp')
  expect(await store.names()).toEqual(['b-1x1.webp'])
})

test.each(stores)(
  'K5, %s: an upload URL accepts a file, which is read, listed by age and removed',
  async (_, openStore) => {
    await using testStore = await openStore()
    const { incoming } = testStore.store
    const id = randomUUID()
    const address = await incoming.uploadPath(id)

    expect(address).toMatch(new RegExp(`^/incoming/${id}\\?`))
    expect(address).not.toMatch(/checksum/i)
    expect(await incoming.read(id)).toBe('missing')
    expect((await testStore.request('PUT', testStore.storePath(address), Buffer.from('first'))).status).toBe(200)
    expect((await testStore.request('PUT', testStore.storePath(address), Buffer.from('second'))).status).toBe(200)

    expect(String(await incoming.read(id))).toBe('second')
    expect(await incoming.listOlderThan(new Date(Date.now() - 60_000))).toEqual([])
    expect(await incoming.listOlderThan(new Date(Date.now() + 60_000))).toEqual([id])
    await incoming.remove(id)
    expect(await incoming.read(id)).toBe('missing')
  },
)

// catches mutation: s3-bytes-counted
test.each(stores)(
  'U-01, %s: an empty and the largest picture can be uploaded; a larger one is not read into memory',
  async (_, openStore) => {
    await using testStore = await openStore()
    const { incoming } = testStore.store
    const send = async (bytes: number) => {
      const id = randomUUID()
      const { status } = await testStore.request(
        'PUT',
        testStore.storePath(await incoming.uploadPath(id)),
        Buffer.alloc(bytes, 1),
      )
      const read = await incoming.read(id)
      return [status, typeof read === 'string' ? read : read.length]
    }

    expect(await send(0)).toEqual([200, 0])
    expect(await send(MAX_PICTURE_BYTES)).toEqual([200, MAX_PICTURE_BYTES])
    // A store without its edge takes more; it is not read then. The API as a store is its own edge.
    expect([
      [200, 'too_large'],
      [413, 'missing'],
    ]).toContainEqual(await send(MAX_PICTURE_BYTES + 1))
  },
)

// catches mutation: disk-url-expires, disk-url-signed, s3-url-short-lived, s3-incoming-private
test.each(stores)(
  'U-01, U-04, %s: an upload URL accepts one object for five minutes; nothing else is public',
  async (_, openStore) => {
    await using testStore = await openStore()
    const { incoming } = testStore.store
    const [id, other] = [randomUUID(), randomUUID()]
    const address = await incoming.uploadPath(id)
    const put = async (path: string) =>
      (await testStore.request('PUT', testStore.storePath(path), Buffer.from('x'))).status
    await testStore.store.put('a-1x1.webp', Buffer.from('x'))
    expect(await put(address)).toBe(200)

    const signed: [method: string, path: string][] = [
      ['PUT', address.replace(id, other)],
      ['PUT', address.replace(/(signature=.{10})./i, '$1!')],
      ['PUT', address.replace(/([?&]expires)=\d/i, '$1=9').replace('X-Amz-Expires=3', 'X-Amz-Expires=9')],
      ['PUT', address.replace('/incoming/', '/media/')],
      ['GET', address],
      ['DELETE', address],
    ]
    const unsigned: typeof signed = [
      ['PUT', `/incoming/${id}`],
      ['PUT', '/media/a-1x1.webp'],
      ['GET', `/incoming/${id}`],
      ['GET', '/?list-type=2&prefix=incoming/'],
      ['GET', '/incoming/'],
    ]
    const open: string[] = []
    for (const [method, path] of testStore.checksSignatures ? [...signed, ...unsigned] : signed) {
      const { status } = await testStore.request(
        method,
        testStore.storePath(path),
        method === 'PUT' ? Buffer.from('x') : undefined,
      )
      if (status < 400) open.push(`${method} ${path}`)
    }
    expect(open).toEqual([])
    expect(String(await incoming.read(id))).toBe('x')

    // Signed five minutes ago.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (UPLOAD_TTL_S + 1) * 1_000 })
    const late = await incoming.uploadPath(other)
    vi.useRealTimers()
    expect(await put(late)).toBe(403)
    expect(await incoming.read(other)).toBe('missing')
  },
)
