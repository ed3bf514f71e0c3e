import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { renditionPath } from '@tsedra/contract/picture'
import { MAX_PICTURE_BYTES } from '@tsedra/contract/uploads'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import type { Browser } from '../../test/users.ts'
import { CANARY, type CorpusFile, pictureCorpus } from '../../test/picture-corpus.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { drawPhoto as photo, uploadPicture as upload } from '../../test/upload-picture.ts'
import { createSignedInStaff, categoryForm, productForm } from '../../test/staff.ts'
import { publishPicture } from './publish-picture.ts'
import { createSweep } from './sweep-pictures.ts'

const RSS_MB = 250

const published = async (shop: Shop) => (await shop.store.names()).toSorted()

// catches mutation: upload-published-once
test('K5: a phone photo becomes three upright renditions and a share preview, and the product has them', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  // Rotated by EXIF, as cameras store it.
  const file = await photo().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { status, path, uploadURL } = await upload(shop, editor, file)

  const { body } = await editor.send('POST', '/api/admin/products', productForm('Lemon', { imageUrl: path }))

  expect(status).toBe(200)
  expect(uploadURL).toMatch(/^http:\/\/localhost:8080\/incoming\//)
  expect(body['imageUrl']).toMatch(/^\/media\/[0-9a-f]{20}-1200x1600\.webp$/)
  const name = String(body['imageUrl']).slice('/media/'.length, -'.webp'.length)
  expect(await published(shop)).toEqual([
    `${name}.320.webp`,
    `${name}.480.avif`,
    `${name}.640.avif`,
    `${name}.640.webp`,
    `${name}.960.avif`,
    `${name}.share.jpg`,
    `${name}.webp`,
  ])
  expect(await readdir(`${shop.media}.incoming`)).toEqual([])
  // Saving again, by path or by URL, results in the same picture.
  for (const imageUrl of [path, uploadURL]) {
    const again = await editor.send(
      'PUT',
      `/api/admin/products/${String(body['id'])}`,
      productForm('Lemon', { imageUrl }),
    )
    expect(again.body).toEqual(body)
  }
})

test('only a picture with transparent pixels is a cutout, not one with an opaque alpha channel', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const opaque = await upload(shop, editor, await photo(300, 300).ensureAlpha().png().toBuffer())
  const cutout = await upload(shop, editor, await photo(300, 301).ensureAlpha(0.5).png().toBuffer())

  const { body } = await editor.send(
    'POST',
    '/api/admin/products',
    productForm('Lemon', { imageUrl: opaque.path, galleryImages: [cutout.path, opaque.path] }),
  )

  expect(body['imageUrl']).toMatch(/-300x300\.webp$/)
  expect(body['galleryImages']).toEqual([expect.stringMatching(/-300x301c\.webp$/), body['imageUrl']])
})

// catches mutation: upload-type-by-content, picture-pixel-limit, truncated-picture-refused
test(`U-02: thirty-five files × three ways: none is executed or published unchanged, memory grows by ${RSS_MB} MB at most`, {
  timeout: 240_000,
}, async () => {
  await using shop = await openShop()
  const corpus = await pictureCorpus()
  expect(corpus.length).toBeGreaterThanOrEqual(30)
  const methods: ((browser: Browser, path: string, name: string) => Promise<{ status: number; body: object }>)[] = [
    (browser, path, name) => browser.send('POST', '/api/admin/products', productForm(name, { imageUrl: path })),
    (browser, path, name) => browser.send('POST', '/api/admin/products', productForm(name, { galleryImages: [path] })),
    (browser, path, name) => browser.send('POST', '/api/admin/categories', categoryForm(name, { imageUrl: path })),
  ]
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10)
  const failures: string[] = []
  for (const [method, save] of methods.entries()) {
    const editor = await createSignedInStaff(shop)
    for (const [index, { name, bytes, outcome }] of corpus.entries()) {
      if (index % 25 === 0) await shop.db('throttles').delete()
      const { path } = await upload(shop, editor, bytes)
      const { status, body } = await save(editor, path, `Product ${method} ${index}`)
      const actual = outcomeOf(status, body)
      if (actual !== outcome) failures.push(`${name}, way ${method}: ${actual}`)
    }
  }
  clearInterval(watch)

  expect(failures).toEqual([])
  await expectOnlyOwnPictures(shop, corpus)
  expect((await shop.db('uploads').whereNotNull('image_url')).length).toBe(
    methods.length * corpus.filter(({ outcome }) => outcome === 'published').length,
  )
  expect(Math.round((most - before) / 1e6)).toBeLessThanOrEqual(RSS_MB)
})

function outcomeOf(status: number, body: { code?: string; details?: { reason?: string } }): string | undefined {
  if (status === 201) return 'published'
  return status === 422 && body.code === 'picture_unfit' ? body.details?.reason : `${status} ${body.code}`
}

/** Published files are re-encoded WebP and AVIF, and JPEG for previews, without metadata. */
async function expectOnlyOwnPictures(shop: Shop, corpus: readonly CorpusFile[]): Promise<void> {
  const names = await published(shop)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const bytes = await readFile(join(shop.media, name))
    const { format, exif, icc, xmp, pages = 1 } = await sharp(bytes).metadata()
    expect({ name, format, exif, icc, xmp, pages }).toEqual({
      name,
      // sharp names the container of AVIF.
      format: { jpg: 'jpeg', avif: 'heif' }[extname(name).slice(1)] ?? 'webp',
      pages: 1,
    })
    expect(bytes.includes(CANARY), name).toBe(false)
    expect(
      corpus.some((file) => file.bytes.equals(bytes)),
      name,
    ).toBe(false)
  }
}

test('U-01: 5,242,880 bytes are accepted, one more is rejected with a reason', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const padded = async (bytes: number) => {
    const jpeg = await photo(400, 400).jpeg().toBuffer()
    return upload(shop, editor, Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]))
  }
  const save = async (path: string) => {
    const { status, body } = await editor.send('POST', '/api/admin/products', productForm('Lemon', { imageUrl: path }))
    return outcomeOf(status, body)
  }

  const fits = await padded(MAX_PICTURE_BYTES)
  const tooLarge = await padded(MAX_PICTURE_BYTES + 1)

  expect([fits.status, await save(fits.path)]).toEqual([200, 'published'])
  expect([tooLarge.status, await save(tooLarge.path)]).toEqual([413, 'missing'])
})

// catches mutation: picture-host-allowed
test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://images.example/a.jpg',
  'https://evil.example/a.jpg',
  'https://images.example.evil.example/a.jpg',
  'https://user:pass@images.example/a.jpg',
  'https://images.example:8443/a.jpg',
  '//evil.example/a.jpg',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'file:///etc/passwd',
  'https://іmages.example/a.jpg',
  '/media/../incoming/x',
  '/media/a.webp',
  '/api/products',
  'not an address',
])('I-08: %s is rejected as a picture', async (imageUrl) => {
  await using shop = await openShop({ imageHosts: ['images.example'] })
  const editor = await createSignedInStaff(shop)

  const { status, body } = await editor.send('POST', '/api/admin/products', productForm('Lemon', { imageUrl }))

  expect([status, body['code'], body['details']]).toEqual([
    422,
    'picture_unfit',
    { picture: imageUrl, reason: 'address' },
  ])
  expect(await shop.db('products')).toEqual([])
})

// catches mutation: picture-exists
test('a picture must exist or have an allowed host; a missing one is reported', async () => {
  await using shop = await openShop({ imageHosts: ['images.example'] })
  const editor = await createSignedInStaff(shop)
  const { path } = await upload(shop, editor, await photo(200, 200).png().toBuffer())
  const save = async (imageUrl: string) =>
    (await editor.send('POST', '/api/admin/products', productForm('Lemon', { imageUrl }))).body

  const ownResult = String((await save(path))['imageUrl'])
  expect((await save(ownResult))['imageUrl']).toBe(ownResult)
  expect((await save(`http://localhost:8080${ownResult}`))['imageUrl']).toBe(ownResult)
  expect((await save('https://images.example/a.jpg?x=1'))['imageUrl']).toBe('https://images.example/a.jpg?x=1')
  for (const deleted of [ownResult.replace('-200x', '-201x'), '/incoming/7a1e0d4c-6a0e-4a51-9e4f-2b1f6d3c5a90']) {
    expect((await save(deleted))['details']).toEqual({ picture: deleted, reason: 'missing' })
  }
})

// catches mutation: upload-url-limit
test('U-06: thirty uploads an hour; above twenty unused ones the oldest is deleted', async () => {
  await using shop = await openShop()
  const [editor, other] = [await createSignedInStaff(shop), await createSignedInStaff(shop)]
  const first = await upload(shop, editor, Buffer.from('x'))
  const statuses: number[] = []
  for (let index = 1; index < 32; index += 1) {
    const { status } = await editor.send('POST', '/api/objects/upload')
    statuses.push(status)
  }

  expect(statuses).toEqual([...Array.from({ length: 29 }, () => 200), 429, 429])
  expect((await other.send('POST', '/api/objects/upload')).status).toBe(200)
  expect(await shop.db('uploads').where({ user_id: editor.user.id })).toHaveLength(20)
  expect(await readdir(`${shop.media}.incoming`)).toEqual([])
  const { body } = await editor.send('POST', '/api/admin/products', productForm('Lemon', { imageUrl: first.path }))
  expect(body['details']).toMatchObject({ reason: 'missing' })
})

// catches mutation: sweep-keeps-shown
test('U-05: used uploads stay, unused ones are deleted after their retention', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const products: string[] = []
  for (let item = 0; item < 10; item += 1) {
    await shop.db('throttles').delete()
    const { path } = await upload(
      shop,
      editor,
      await photo(100 + item, 100)
        .png()
        .toBuffer(),
    )
    if (item < 4) continue
    const { body } = await editor.send('POST', '/api/admin/products', productForm('Lemon', { imageUrl: path }))
    products.push(String(body['id']))
  }
  const [deleted = '', back = ''] = products
  const address = async (id: string) => String((await shop.db('products').where({ id }).first()).image_url)
  const backAgain = await address(back)
  await shop.db('products').whereIn('id', [deleted, back]).update({ image_url: null })
  const sweep = createSweep({ db: shop.db, store: shop.store })
  const later = (days: number) => shop.db('picture_orphans').update({ since: new Date(Date.now() - days * 86_400_000) })

  await sweep()
  expect(await published(shop)).toHaveLength(2 * 6)
  expect(await readdir(`${shop.media}.incoming`)).toHaveLength(4)
  await later(6)
  await sweep(new Date(Date.now() + 90_000_000))
  expect(await readdir(`${shop.media}.incoming`)).toHaveLength(0)
  expect(await published(shop)).toHaveLength(2 * 6)
  await editor.send('PUT', `/api/admin/products/${back}`, productForm('Lemon', { imageUrl: backAgain }))
  await later(8)
  await sweep()
  expect(await published(shop)).toHaveLength(2 * 5)
  expect(await shop.db('picture_orphans')).toEqual([])

  for (const id of products.slice(1))
    expect(await shop.store.has((await address(id)).slice('/media/'.length))).toBe(true)
  await shop.db('products').whereIn('id', products.slice(2)).delete()
  await createTestProduct(shop.db)
  await sweep()
  await later(8)
  await sweep()
  expect(await published(shop)).toHaveLength(2)
})

// catches mutation: sweep-keeps-shown
test('U-05: a picture used again at the last moment stays', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const { path } = await upload(shop, editor, await photo(100, 100).png().toBuffer())
  const { body } = await editor.send('POST', '/api/admin/products', productForm('Lemon', { imageUrl: path }))
  const save = (imageUrl: unknown) =>
    editor.send('PUT', `/api/admin/products/${String(body['id'])}`, productForm('Lemon', { imageUrl }))
  await save(null)
  await createSweep({ db: shop.db, store: shop.store })()
  await shop.db('picture_orphans').update({ since: new Date(Date.now() - 8 * 86_400_000) })
  let transactions = 0
  const db = new Proxy(shop.db, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name) as unknown
      return async (work: Parameters<typeof target.transaction>[0]) => {
        transactions += 1
        // The first sweep marks unused pictures; before the next one deletes this picture, a product uses it.
        if (transactions === 2) expect((await save(body['imageUrl'])).status).toBe(200)
        return target.transaction(work)
      }
    },
  })

  await createSweep({ db, store: shop.store })()

  expect(transactions).toBe(2)
  const name = String(body['imageUrl']).slice('/media/'.length, -'.webp'.length)
  expect(await published(shop)).toEqual([`${name}.share.jpg`, `${name}.webp`])
})

// catches mutation: sweep-completes-pictures
test('a sweep completes the pictures that a former release has published since the start', async () => {
  await using shop = await openShop()
  const address = await publishPicture(shop.store, await photo().jpeg().toBuffer())
  const missing = renditionPath(address, 640, 'avif').slice('/media/'.length)
  await shop.store.remove(missing)

  await createSweep({ db: shop.db, store: shop.store })()

  expect(await published(shop)).toContain(missing)
})
