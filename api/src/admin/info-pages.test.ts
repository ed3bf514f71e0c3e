import { emptyInfoPageTexts } from '@tsedra/contract/info-pages'
import { expect, test } from 'vitest'
import { openShop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'

const path = '/api/admin/pages/shipping'
const textsWith = (ua: string) => ({ ...emptyInfoPageTexts, ua })

test('an admin writes a page: snapshot and page have it in its language, and the history every version', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  expect((await admin.send('GET', path)).body).toEqual({
    slug: 'shipping',
    texts: emptyInfoPageTexts,
    version: 0,
    history: [],
  })

  await admin.send('PUT', path, { texts: textsWith('## Перша\n\nПоштою'), version: 0 })
  const { status, body } = await admin.send('PUT', path, { texts: textsWith('Друга'), version: 1 })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    texts: textsWith('Друга'),
    version: 2,
    history: [
      { version: 2, texts: textsWith('Друга') },
      { version: 1, texts: textsWith('## Перша\n\nПоштою') },
    ],
  })
  expect((await shop.send('GET', '/api/catalogue/ua')).body['pages']).toEqual({ shipping: 'Друга' })
  expect((await shop.send('GET', '/api/catalogue/en')).body).not.toHaveProperty('pages')
  expect((await shop.send('GET', '/api/pages/shipping?lang=ua')).body).toEqual({ slug: 'shipping', markdown: 'Друга' })
  expect((await shop.send('GET', '/api/pages/faq')).body).toEqual({ slug: 'faq', markdown: null })
  expect(await readStaffAudit(shop.db).select('action', 'before', 'after')).toMatchObject([
    { action: 'page.changed', before: { 'text.ua': '' } },
    { action: 'page.changed', after: { 'text.ua': 'Друга' } },
  ])
})

// catches mutation: info-page-edit-conflict
test('a text for an older version is refused; one without a change adds no version', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  await admin.send('PUT', path, { texts: textsWith('Перша'), version: 0 })

  expect((await admin.send('PUT', path, { texts: textsWith('Друга'), version: 0 })).body['code']).toBe(
    'changed_meanwhile',
  )
  expect((await admin.send('PUT', path, { texts: textsWith('Перша'), version: 1 })).body).toMatchObject({ version: 1 })
  expect(await shop.db('info_page_versions').pluck('version')).toEqual([1])
})

// catches mutation: info-page-admin-only
test('an editor neither reads nor writes a page; an unknown page is refused', async () => {
  await using shop = await openShop()
  const [editor, admin] = [await createSignedInStaff(shop), await createSignedInStaff(shop, 'admin')]

  expect((await editor.send('GET', path)).body['code']).toBe('forbidden')
  expect((await editor.send('PUT', path, { texts: textsWith('x'), version: 0 })).body['code']).toBe('forbidden')
  expect((await admin.send('GET', '/api/admin/pages/imprint')).body['code']).toBe('not_found')
  expect((await shop.send('GET', '/api/pages/imprint')).status).toBe(404)
})
