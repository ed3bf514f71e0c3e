import { parseStoredSettings, type ShopSettings } from '@tsedra/contract/shop-settings'
import { expect, test } from 'vitest'
import { createTestCategory } from '../../test/fixtures.ts'
import { openShop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'
import { drawPhoto, uploadPicture } from '../../test/upload-picture.ts'
import { createSweep } from '../images/sweep-pictures.ts'

const path = '/api/admin/shop-settings'
const defaults = parseStoredSettings(undefined)
const named = (name: string, others: Partial<ShopSettings> = {}): ShopSettings => ({
  ...defaults,
  ...others,
  texts: { ...defaults.texts, name: { ua: name, ru: '', en: '' } },
})

test('an admin changes the settings; the snapshot of every language has them, and one audit line the difference', async () => {
  await using shop = await openShop({ arrange: createTestCategory })
  const admin = await createSignedInStaff(shop, 'admin')
  const { version: former } = (await shop.send('GET', '/api/catalogue/ua')).body
  expect((await admin.send('GET', path)).body).toEqual({ settings: defaults, version: 0 })

  const { status, body } = await admin.send('PUT', path, {
    settings: named(' Корж ', { phone: '+380 50 111 22 33' }),
    version: 0,
  })

  expect(status).toBe(200)
  expect(body).toEqual({ settings: named('Корж', { phone: '+380 50 111 22 33' }), version: 1 })
  for (const lang of ['ua', 'ru', 'en']) {
    const snapshot = (await shop.send('GET', `/api/catalogue/${lang}`)).body
    expect(snapshot['shop']).toMatchObject({ messages: { brand: 'Корж' }, phone: '+380 50 111 22 33' })
    expect(Number(snapshot['version'])).toBeGreaterThan(Number(former))
  }
  expect(await readStaffAudit(shop.db).select('action', 'before', 'after')).toEqual([
    {
      action: 'shop.changed',
      before: { 'name.ua': '', phone: '' },
      after: { 'name.ua': 'Корж', phone: '+380 50 111 22 33' },
    },
  ])
})

test('a fresh shop has no settings in its snapshot, and saving them unchanged writes nothing', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')

  expect((await admin.send('PUT', path, { settings: defaults, version: 0 })).body).toMatchObject({ version: 0 })

  expect((await shop.send('GET', '/api/catalogue/ua')).body).not.toHaveProperty('shop')
  expect(await shop.db('shop_settings').select()).toEqual([])
  expect(await readStaffAudit(shop.db).select('action')).toEqual([])
})

// catches mutation: shop-settings-edit-conflict
test('settings of an older version are refused, and the newer ones stay', async () => {
  await using shop = await openShop()
  const [first, second] = [await createSignedInStaff(shop, 'admin'), await createSignedInStaff(shop, 'admin')]
  await first.send('PUT', path, { settings: named('Перша'), version: 0 })

  const refused = await second.send('PUT', path, { settings: named('Друга'), version: 0 })

  expect([refused.status, refused.body['code']]).toEqual([409, 'changed_meanwhile'])
  expect((await second.send('GET', path)).body).toEqual({ settings: named('Перша'), version: 1 })
})

// catches mutation: shop-settings-admin-only
test('an editor neither reads nor changes the settings', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)

  expect((await editor.send('GET', path)).body['code']).toBe('forbidden')
  expect((await editor.send('PUT', path, { settings: defaults, version: 0 })).body['code']).toBe('forbidden')
  expect((await shop.send('GET', path)).status).toBe(401)
})

test.each<[string, Partial<ShopSettings>]>([
  ['a link that runs a script', { links: ['javascript:alert(1)'] }],
  ['a link with a user name', { links: ['https://shop@evil.example/'] }],
  ['an unencrypted link', { links: ['http://instagram.com/shop'] }],
  ['a phone with words', { phone: 'call us' }],
  ['a Telegram name with its sign', { telegram: '@tsedra_shop' }],
  ['an e-mail address without a host', { email: 'hello@' }],
  ['a promise of no time', { promiseHours: 0 }],
  ['a logo of another host', { logo: 'https://images.example/logo.png' }],
  ['a hero picture with a script', { heroPicture: 'javascript:alert(1)' }],
])('%s is refused', async (_, wrong) => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')

  const { status, body } = await admin.send('PUT', path, { settings: { ...defaults, ...wrong }, version: 0 })

  expect([status, body['code']]).toEqual([400, 'invalid_request'])
})

test('a stored document of another release starts the shop: unknown fields are ignored, invalid ones have defaults', async () => {
  const settings = {
    texts: { name: { ua: 'Корж', ru: 7 }, slogan: {} },
    links: ['javascript:1'],
    logo: '//evil.example/a.webp',
    theme: 'dark',
  }
  await using shop = await openShop({
    arrange: (db) => db('shop_settings').insert({ schema: 2, settings: JSON.stringify(settings) }),
  })

  expect((await shop.send('GET', '/api/catalogue/ru')).body['shop']).toMatchObject({ messages: { brand: 'Корж' } })
  const admin = await createSignedInStaff(shop, 'admin')
  expect((await admin.send('GET', path)).body['settings']).toEqual(named('Корж'))
})

// catches mutation: sweep-keeps-shown
test('an uploaded logo and hero picture are published, stay while they are used, and are removed again', async () => {
  await using shop = await openShop({ arrange: createTestCategory })
  const admin = await createSignedInStaff(shop, 'admin')
  const { path: logo } = await uploadPicture(shop, admin, await drawPhoto(600, 200).png().toBuffer())
  const { path: hero } = await uploadPicture(shop, admin, await drawPhoto().jpeg().toBuffer())

  const saved = await admin.send('PUT', path, { settings: { ...defaults, logo, heroPicture: hero }, version: 0 })

  expect(saved.status).toBe(200)
  const pictures = {
    logo: expect.stringMatching(/^\/media\/[0-9a-f]{20}-600x200\.webp$/) as string,
    heroPicture: expect.stringMatching(/^\/media\/[0-9a-f]{20}-1200x900\.webp$/) as string,
  }
  expect(saved.body['settings']).toMatchObject(pictures)
  for (const lang of ['ua', 'ru', 'en'])
    expect((await shop.send('GET', `/api/catalogue/${lang}`)).body['shop']).toMatchObject(pictures)
  expect(await readStaffAudit(shop.db).select('before', 'after')).toEqual([
    { before: { logo: '', heroPicture: '' }, after: pictures },
  ])

  const sweep = createSweep({ db: shop.db, store: shop.store })
  const later = () => shop.db('picture_orphans').update({ since: new Date(Date.now() - 8 * 86_400_000) })
  await sweep()
  await later()
  await sweep()
  expect(await shop.store.names()).toHaveLength(7 + 4)

  await admin.send('PUT', path, { settings: { ...defaults, logo: '', heroPicture: '' }, version: 1 })
  expect((await shop.send('GET', '/api/catalogue/ua')).body).not.toHaveProperty('shop')
  await sweep()
  await later()
  await sweep()
  expect(await shop.store.names()).toEqual([])
})

test('settings without pictures, as the former page sends them, leave logo and hero picture as they are', async () => {
  const logo = '/media/0123456789abcdef0123-600x200.webp'
  await using shop = await openShop({
    arrange: (db) => db('shop_settings').insert({ schema: 1, settings: JSON.stringify({ logo }) }),
  })
  const admin = await createSignedInStaff(shop, 'admin')
  const { logo: _, heroPicture: __, ...others } = defaults

  const { body } = await admin.send('PUT', path, { settings: { ...others, phone: '+380 50 111 22 33' }, version: 1 })

  expect(body['settings']).toMatchObject({ logo, heroPicture: '', phone: '+380 50 111 22 33' })
})

test.each([
  ['a file that is no picture', '<svg onload="alert(1)"/>', 'not_a_picture'],
  ['a picture of which only the name is left', undefined, 'missing'],
])('%s is no logo, and nothing is saved', async (_, content, reason) => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const logo =
    content === undefined
      ? '/media/0123456789abcdef0123-600x200.webp'
      : (await uploadPicture(shop, admin, Buffer.from(content))).path

  const { status, body } = await admin.send('PUT', path, { settings: { ...defaults, logo }, version: 0 })

  expect([status, body['code'], body['details']]).toEqual([422, 'picture_unfit', { picture: logo, reason }])
  expect(await shop.db('shop_settings').select()).toEqual([])
})
