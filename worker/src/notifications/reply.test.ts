import { randomUUID } from 'node:crypto'
import type { Db } from '@tsedra/database/connection'
import { storeReply } from '@tsedra/database/order-replies'
import { expect, test } from 'vitest'
import { createTestOrder } from '../../../api/test/orders.ts'
import { createTestUser } from '../../../api/test/users.ts'
import { openBotStack } from '../../test/bot-stack.ts'
import { waitUntil } from '../../test/worker-stack.ts'

async function reply(db: Db, orderId: string, chatId: string): Promise<void> {
  const by = { ...(await createTestUser(db, { role: 'editor' })), role: 'editor' }
  const input = { id: randomUUID(), channel: 'bot', text: 'Вітаємо, Олено!\nГотово.' } as const
  await db.transaction((trx) => storeReply(trx, orderId, input, { by, chatId }))
}

test('a reply is sent to the linked chat once, and the history notes when', async () => {
  await using stack = await openBotStack()
  const phone = stack.phone('+380671234567')
  stack.telegram.world.startChat(phone.id)
  const id = await createTestOrder(stack.db)
  await stack.db('order_chats').insert({ order_id: id, chat_id: String(phone.id), language: 'en' })
  await reply(stack.db, id, String(phone.id))

  stack.openWorker()
  await waitUntil(async () => !(await stack.db('job_outbox').whereNull('done_at').first()))

  expect(phone.received().map(({ text }) => text)).toEqual(['Вітаємо, Олено!\nГотово.'])
  const [event] = await stack.db('order_events').whereNotNull('reply_id').select('reply_sent_at')
  expect(event.reply_sent_at).not.toBeNull()
})

// catches mutation: reply-to-linked-chat
test('a chat that was unlinked in between receives nothing', async () => {
  await using stack = await openBotStack()
  const phone = stack.phone('+380671234567')
  stack.telegram.world.startChat(phone.id)
  const id = await createTestOrder(stack.db)
  await reply(stack.db, id, String(phone.id))

  stack.openWorker()
  await waitUntil(async () => !(await stack.db('job_outbox').whereNull('done_at').first()))

  expect(phone.received()).toEqual([])
  expect((await stack.db('order_events').whereNotNull('reply_id').first())['reply_sent_at']).toBeNull()
})
