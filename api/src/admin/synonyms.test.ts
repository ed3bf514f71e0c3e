import { MAX_SYNONYM_GROUPS } from '@tsedra/contract/admin-synonyms'
import { expect, test } from 'vitest'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'
import { openShop } from '../../test/shop.ts'

const path = '/api/admin/synonyms'

test('an editor adds and changes a group; words are normalised, and the snapshot has them', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)

  const { status, body } = await editor.send('POST', path, { words: [' Каркаде ', 'ГІБІСКУС', 'каркаде', '<b>x</b>'] })

  expect(status).toBe(201)
  expect(body).toMatchObject({ words: ['каркаде', 'гібіскус', '<b>x</b>'], version: 1 })
  const changed = await editor.send('PUT', `${path}/${String(body['id'])}`, {
    words: ['каркаде', 'суданська  троянда'],
    version: 1,
  })
  expect(changed.body).toMatchObject({ words: ['каркаде', 'суданська троянда'], version: 2 })
  expect((await editor.send('GET', path)).body).toEqual({ groups: [changed.body] })
  expect((await shop.send('GET', '/api/catalogue/ua')).body).toMatchObject({
    synonyms: [['каркаде', 'суданська троянда']],
  })
  expect(await readStaffAudit(shop.db).select('action', 'after')).toMatchObject([
    { action: 'synonym.created', after: { words: ['каркаде', 'гібіскус', '<b>x</b>'] } },
    { action: 'synonym.changed', after: { words: ['каркаде', 'суданська троянда'] } },
  ])
})

test('a word of another group, a single word and a stale version are refused', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const { body: first } = await editor.send('POST', path, { words: ['каркаде', 'гібіскус'] })
  const { body: second } = await editor.send('POST', path, { words: ['пітая', 'драгонфрут'] })
  const send = async (words: string[], version?: number) =>
    editor.send('PUT', `${path}/${String(second['id'])}`, { words, ...(version !== undefined && { version }) })

  const taken = await send(['пітая', 'Гібіскус'])
  expect([taken.status, taken.body['code'], taken.body['details']]).toEqual([
    409,
    'synonym_taken',
    { word: 'гібіскус', words: first['words'] },
  ])
  expect((await editor.send('POST', path, { words: ['hibiscus', 'каркаде'] })).body['code']).toBe('synonym_taken')
  for (const words of [['один'], ['один', ' Один'], ['один', ''], ['один', 'я'.repeat(51)]]) {
    expect((await send(words)).body['code'], words.join()).toBe('invalid_request')
  }
  await send(['пітая', 'пітахая'], 1)
  expect((await send(['пітая', 'dragonfruit'], 1)).body['code']).toBe('changed_meanwhile')
})

test('only an admin deletes a group', async () => {
  await using shop = await openShop()
  const [editor, admin] = [await createSignedInStaff(shop), await createSignedInStaff(shop, 'admin')]
  const { body } = await editor.send('POST', path, { words: ['каркаде', 'гібіскус'] })
  const address = `${path}/${String(body['id'])}`

  expect((await shop.send('GET', path)).status).toBe(401)
  expect((await editor.send('DELETE', address)).body['code']).toBe('forbidden')
  expect((await admin.send('DELETE', address)).body).toEqual({ done: true })
  expect((await admin.send('DELETE', address)).status).toBe(404)
  expect((await admin.send('GET', path)).body).toEqual({ groups: [] })
})

// catches mutation: synonym-group-limit
test('a group beyond the limit is refused; existing groups can be changed', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const { body: first } = await editor.send('POST', path, { words: ['каркаде', 'гібіскус'] })
  await shop
    .db('synonym_groups')
    .insert(Array.from({ length: MAX_SYNONYM_GROUPS - 1 }, (_, index) => ({ words: [`а${index}`, `б${index}`] })))

  const refused = await editor.send('POST', path, { words: ['пітая', 'драгонфрут'] })

  expect([refused.status, refused.body['code']]).toEqual([422, 'synonyms_full'])
  const changed = await editor.send('PUT', `${path}/${String(first['id'])}`, {
    words: ['каркаде', 'троянда'],
    version: 1,
  })
  expect(changed.status).toBe(200)
})
