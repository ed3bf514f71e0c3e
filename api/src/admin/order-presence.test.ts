import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'
import type { Browser } from '../../test/users.ts'

/** Returns the first event named `presence` that a stream receives, as its whole text. */
async function readPresence(shop: Shop, { cookies }: Browser, onOpen: () => Promise<unknown>): Promise<string> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { body } = await fetch(`${shop.url}/api/admin/order-events`, { headers: { cookie } })
  await onOpen()
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n').slice(0, -1)
    const event = blocks.find((block) => block.includes('event: presence'))
    // Leaving the loop ends the stream.
    if (event) return event
  }
  throw new Error('the stream ended')
}

// catches mutation: presence-without-id
test('other staff receive who opens and closes an order; nothing is stored or audited', async () => {
  await using shop = await openShop()
  const [editor, admin] = [await createSignedInStaff(shop), await createSignedInStaff(shop, 'admin')]
  const orderId = randomUUID()
  await shop.db('users').where({ id: editor.user.id }).update({ first_name: 'Ада\n\u202eevent: order' })

  for (const isViewing of [true, false]) {
    const event = await readPresence(shop, admin, () =>
      editor.send('PUT', `/api/admin/orders/${orderId}/presence`, { isViewing }),
    )
    // An id would move the position from which a browser resumes.
    const lines = event.split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toBe('event: presence')
    expect(JSON.parse(lines[1]?.slice('data: '.length) ?? '')).toMatchObject({
      orderId,
      userId: editor.user.id,
      isViewing,
      name: expect.stringMatching(/^Ада[^\u202e]*Коваль$/) as string,
    })
  }
  expect(await readStaffAudit(shop.db)).toEqual([])
  expect(await shop.db('order_events')).toEqual([])
})

test('only staff announce their presence', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const path = `/api/admin/orders/${randomUUID()}/presence`
  expect((await shop.send('PUT', path, { isViewing: true })).status).toBe(401)
  expect((await editor.send('PUT', path, { isViewing: 'yes' })).status).toBe(400)
})
