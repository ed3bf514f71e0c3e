import type { ReplyTemplate } from '@tsedra/contract/admin-replies'
import { MAX_TEMPLATES } from '@tsedra/contract/reply-templates'
import { expect, test } from 'vitest'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'

const path = '/api/admin/reply-templates'
const textsOf = (name: string, text = 'Вітаємо, {name}!') => ({
  ua: { name, text },
  ru: { name, text },
  en: { name, text },
})
const templatesOf = async (admin: Awaited<ReturnType<typeof createSignedInStaff>>) =>
  (await admin.send('GET', path)).body['templates'] as ReplyTemplate[]

async function openAdmin(shop: Shop) {
  await shop.db('reply_templates').delete()
  return createSignedInStaff(shop, 'admin')
}

test('a new shop has templates in three languages, with known variables only', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')

  const templates = await templatesOf(admin)

  expect(templates.map(({ texts }) => texts.en.name)).toEqual(['Confirm', 'A question', 'Ready'])
  for (const { id, texts, version } of templates)
    expect((await admin.send('PUT', `${path}/${id}`, { texts, version })).status).toBe(200)
})

// catches mutation: template-audited
test('an admin adds, changes and deletes a template; each is one audit line', async () => {
  await using shop = await openShop()
  const admin = await openAdmin(shop)

  const created = await admin.send('POST', path, { texts: textsOf('Привіт') })
  const { id, version } = created.body
  const changed = await admin.send('PUT', `${path}/${String(id)}`, { texts: textsOf('Вітання'), version })
  const deleted = await admin.send('DELETE', `${path}/${String(id)}`)

  expect([created.status, changed.status, deleted.status]).toEqual([201, 200, 200])
  expect(changed.body).toMatchObject({ texts: textsOf('Вітання'), version: 2 })
  expect(await templatesOf(admin)).toEqual([])
  expect(await readStaffAudit(shop.db).select('action', 'before', 'after')).toMatchObject([
    { action: 'template.created', after: { 'name.ua': 'Привіт', 'text.ua': 'Вітаємо, {name}!' } },
    { action: 'template.changed', before: { 'name.ua': 'Привіт' }, after: { 'name.ua': 'Вітання' } },
    { action: 'template.deleted', before: { 'name.ua': 'Вітання' } },
  ])
})

// catches mutation: unknown-variable-refused
test('an unknown variable is refused, and the response names the field', async () => {
  await using shop = await openShop()
  const admin = await openAdmin(shop)

  const { status, body } = await admin.send('POST', path, {
    texts: { ...textsOf('Сума'), en: { name: 'Sum', text: 'Total: {sum}' } },
  })

  expect([status, body['code']]).toEqual([400, 'invalid_request'])
  expect(body['details']).toEqual({ fields: ['body.texts.en.text'] })
  expect(await templatesOf(admin)).toEqual([])
})

// catches mutation: template-edit-conflict
test('a template of an older version is refused, and the newer one stays', async () => {
  await using shop = await openShop()
  const admin = await openAdmin(shop)
  const { id } = (await admin.send('POST', path, { texts: textsOf('Перша') })).body
  await admin.send('PUT', `${path}/${String(id)}`, { texts: textsOf('Друга'), version: 1 })

  const refused = await admin.send('PUT', `${path}/${String(id)}`, { texts: textsOf('Третя'), version: 1 })

  expect([refused.status, refused.body['code']]).toEqual([409, 'changed_meanwhile'])
  expect((await templatesOf(admin))[0]?.texts).toEqual(textsOf('Друга'))
})

test('the shop has a limited number of templates', async () => {
  await using shop = await openShop()
  const admin = await openAdmin(shop)
  const rows = Array.from({ length: MAX_TEMPLATES - 1 }, () => ({ texts: JSON.stringify(textsOf('Ще')) }))
  await shop.db('reply_templates').insert(rows)

  const responses = await Promise.all(
    ['Остання', 'Зайва'].map((name) => admin.send('POST', path, { texts: textsOf(name) })),
  )

  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
})

test('editors neither list nor change templates', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)

  expect((await editor.send('GET', path)).body['code']).toBe('forbidden')
  expect((await editor.send('POST', path, { texts: textsOf('Ні') })).body['code']).toBe('forbidden')
})
