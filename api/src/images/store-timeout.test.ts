import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { publicOrigin } from '../../test/object-store.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff, productForm } from '../../test/staff.ts'
import { createS3Store } from './s3-store.ts'
import { createSweep } from './sweep-pictures.ts'

const PICTURE = '/media/0123456789abcdef0123-200x200.webp'
const LONG_MS = 600_000

interface StalledStore extends AsyncDisposable {
  media: Parameters<typeof createS3Store>[0]
  /** Resolves with the first call. */
  requested: Promise<void>
  hangUp(): void
}

/** A store that accepts every call and sends only this response. */
async function openStalledStore(response = ''): Promise<StalledStore> {
  const sockets = new Set<Socket>()
  const { promise: requested, resolve } = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(response)
      resolve()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const hangUp = () => sockets.forEach((socket) => socket.destroy())
  return {
    media: { kind: 's3', endpoint, bucket: 'tsedra', accessKey: 'the-shop', secretKey: 'of this test alone' },
    requested,
    hangUp,
    async [Symbol.asyncDispose]() {
      hangUp()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

const openShopOver = (silent: StalledStore, callMs: number): Promise<Shop> =>
  openShop({ images: { store: createS3Store(silent.media, publicOrigin, callMs) } })

test('while the store hangs, changes without a new picture are saved', async () => {
  await using silent = await openStalledStore()
  await using shop = await openShopOver(silent, LONG_MS)
  const editor = await createSignedInStaff(shop)
  const lemon = (await editor.send('POST', '/api/admin/products', productForm('Lemon'))).body
  await shop.db('products').update({ image_url: PICTURE.replace('0123', 'aaaa') })

  const waiting = editor.send('POST', '/api/admin/products', productForm('Lime', { imageUrl: PICTURE }))
  await silent.requested
  const saved = await editor.send(
    'PUT',
    `/api/admin/products/${String(lemon['id'])}`,
    productForm('Lemons', { imageUrl: PICTURE.replace('0123', 'aaaa') }),
  )
  silent.hangUp()

  expect([saved.status, saved.body['imageUrl']]).toEqual([200, PICTURE.replace('0123', 'aaaa')])
  expect((await waiting).status).toBe(503)
})

const halfResponse =
  'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nETag: "1"\r\nLast-Modified: Sat, 21 Nov 2026 10:00:00 GMT\r\n\r\nhalf'

// catches mutation: store-timeout
test.each([
  ['sends nothing', ''],
  ['stops in the middle of its head', halfResponse.slice(0, 30)],
])('a save with a picture fails with a timeout when the store %s', async (_case, response) => {
  await using silent = await openStalledStore(response)
  await using shop = await openShopOver(silent, 200)
  const editor = await createSignedInStaff(shop)

  const { status, body, headers } = await editor.send(
    'POST',
    '/api/admin/products',
    productForm('Lime', { imageUrl: PICTURE }),
  )

  expect([status, body['code'], headers.get('retry-after')]).toEqual([503, 'busy', '2'])
  expect(await shop.db('products')).toEqual([])
})

// catches mutation: store-timeout
test('a picture that stalls halfway ends with a timeout', async () => {
  await using silent = await openStalledStore(halfResponse)
  await expect(createS3Store(silent.media, publicOrigin, 200).get('a-1x1.webp')).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:ECONNRESET|ETIMEDOUT)$/),
  })
})

test('while a deletion hangs the catalogue can change, and the picture cannot be used', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const name = PICTURE.slice('/media/'.length)
  await shop.store.put(name, Buffer.from('picture'))
  const [began, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const store = {
    ...shop.store,
    async remove(item: string) {
      began.resolve()
      await goOn.promise
      await shop.store.remove(item)
    },
  }
  const save = (form: Record<string, unknown>) => editor.send('POST', '/api/admin/products', productForm('Lime', form))
  await createSweep({ db: shop.db, store })()
  await shop.db('picture_orphans').update({ since: new Date(Date.now() - 8 * 86_400_000) })

  const swept = createSweep({ db: shop.db, store })()
  await began.promise
  const [plain, shown] = [await save({}), await save({ imageUrl: PICTURE })]
  goOn.resolve()
  await swept

  expect(plain.status).toBe(201)
  expect(shown.body['details']).toEqual({ picture: PICTURE, reason: 'missing' })
  expect(await shop.store.names()).toEqual([])
  expect(await shop.db('picture_orphans')).toEqual([])
})

test('the next sweep deletes a picture whose deletion failed', async () => {
  await using shop = await openShop()
  const name = PICTURE.slice('/media/'.length)
  const share = name.replace('.webp', '.share.jpg')
  await shop.store.put(name, Buffer.from('picture'))
  await shop.store.put(share, Buffer.from('picture'))
  const sweep = createSweep({ db: shop.db, store: shop.store })
  await sweep()
  await shop.db('picture_orphans').update({ since: new Date(Date.now() - 8 * 86_400_000) })
  const failing = {
    ...shop.store,
    remove: async (item: string) =>
      item === share ? Promise.reject(new Error('unavailable')) : shop.store.remove(item),
  }

  await expect(createSweep({ db: shop.db, store: failing })()).rejects.toThrow('unavailable')
  expect(await shop.store.names()).toEqual([share])
  await sweep()

  expect(await shop.store.names()).toEqual([])
  expect(await shop.db('picture_orphans')).toEqual([])
})

// catches mutation: sweep-renewed-on-use
test('using an expired picture restarts its retention', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  await shop.store.put(PICTURE.slice('/media/'.length), Buffer.from('picture'))
  const sweep = createSweep({ db: shop.db, store: shop.store })
  await sweep()
  await shop.db('picture_orphans').update({ since: new Date(Date.now() - 8 * 86_400_000) })

  // The save fails after the check of the picture.
  const form = productForm('Lime', { imageUrl: PICTURE, categoryId: '7a1e0d4c-6a0e-4a51-9e4f-2b1f6d3c5a90' })
  expect((await editor.send('POST', '/api/admin/products', form)).status).toBe(400)
  await sweep()

  expect(await shop.store.names()).toHaveLength(1)
})
