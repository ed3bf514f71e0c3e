import { kyivDay } from '@tsedra/contract/kyiv-day'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../../api/test/fixtures.ts'
import { createTestUser } from '../../../api/test/users.ts'
import type { Message } from '../../../infra/fakes/telegram/telegram-state.ts'
import { openBotStack, type BotStack } from '../../test/bot-stack.ts'
import { waitUntil } from '../../test/worker-stack.ts'

const NUMBER = '+380671234567'
const tomorrow = kyivDay(Date.now() + 24 * 3_600_000)

interface Key {
  text: string
  callback_data: string
}

const labelsOf = ({ reply_markup: markup }: Message): string[] =>
  ((markup as { inline_keyboard?: Key[][] } | undefined)?.inline_keyboard ?? []).flat().map(({ text }) => text)

/** A Telegram user whose account has this role, in a private chat with the bot. */
async function openStaffPhone(stack: BotStack, row: object = { role: 'editor' }) {
  const phone = stack.phone(NUMBER)
  stack.telegram.world.startChat(phone.id)
  const user = await createTestUser(stack.db, { telegram_id: String(phone.id), ...row })
  return { ...phone, userId: user.id }
}

const createLemon = ({ db }: BotStack) =>
  createTestProduct(db, { slug: 'lemon', available_packages: ['50г', '500г'], names: { ua: 'Лимонні чипси' } })

test('an editor finds a product by words and sets a package out of stock and back: message and audit log follow', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const productId = await createLemon(stack)
  await createTestProduct(stack.db, { slug: 'orange', names: { ua: 'Апельсинові чипси' } })
  await stack.db('product_stock').insert({ product_id: productId, package_size: '500г', back_on: tomorrow })
  const phone = await openStaffPhone(stack)

  await phone.sendText('/stock чипси ЛИМОН')
  const message = await phone.waitForMessage('Лимонні чипси')
  const day = `${tomorrow.slice(8)}.${tomorrow.slice(5, 7)}`
  expect(labelsOf(message)).toEqual(['50г ✓', `500г ✕ ${day}`])
  await phone.tap('50г ✓')
  await waitUntil(() => labelsOf(phone.received()[0] as Message)[0] === '50г ✕')
  await phone.tap(`500г ✕ ${day}`)
  await waitUntil(() => labelsOf(phone.received()[0] as Message)[1] === '500г ✓')

  expect(phone.received()).toHaveLength(1)
  expect(await stack.db('product_stock').select('package_size', 'back_on')).toEqual([
    { package_size: '50г', back_on: null },
  ])
  expect(await stack.db('audit_log').orderBy('id')).toMatchObject([
    { action: 'product.changed', thing_id: productId, user_id: phone.userId, actor: 'telegram' },
    {
      action: 'product.changed',
      thing_id: productId,
      before: { 'stock.500г': tomorrow },
      after: { 'stock.500г': 'in' },
    },
  ])
  await expect
    .poll(async () => (await stack.shop.send('GET', '/api/products/lemon')).body['stock'])
    .toEqual({ '50г': 'out' })
})

// catches mutation: stock-wildcards-escaped
test('a search without words, or with words that no product has, is answered', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  await createLemon(stack)
  const phone = await openStaffPhone(stack)

  await phone.sendText('/stock')
  await phone.waitForMessage('/stock лимон')
  await phone.sendText('/stock %')
  await phone.waitForMessage('Такого товару немає')
})

test.each([{ role: 'user' }, { role: 'editor', is_active: false }])(
  'the command and a button of %o change nothing',
  async (row) => {
    await using stack = await openBotStack()
    stack.openWorker()
    const productId = await createLemon(stack)
    const phone = await openStaffPhone(stack, row)

    await phone.sendText('/stock лимон')
    await phone.waitForMessage('Почніть на сайті')
    await stack.forge(buildTap(phone.id, { id: phone.id, type: 'private' }, productId))
    await stack.settled(2)

    expect(phone.received().some((message) => labelsOf(message).length > 0)).toBe(false)
    expect(await stack.db('product_stock')).toEqual([])
  },
)

// catches mutation: stock-staff-chat-only
test('a button changes nothing in a chat that is not the staff’s, and changes stock in theirs', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const productId = await createLemon(stack)
  const { id } = await openStaffPhone(stack)

  await stack.forge(buildTap(id, { id: -500, type: 'supergroup', title: 'Інший' }, productId))
  await stack.settled(1)
  expect(await stack.db('product_stock')).toEqual([])

  await stack.forge(buildTap(id, { ...stack.telegram.world.staffChat }, productId))
  await waitUntil(async () => (await stack.db('product_stock').first()) !== undefined)
})

/** Builds the update of a tap on "50 g" under any message. */
function buildTap(from: number, chat: object, productId: string): Parameters<BotStack['forge']>[0] {
  return {
    callback_query: {
      id: '1',
      from: { id: from, is_bot: false, first_name: 'Єва', language_code: 'uk' },
      chat_instance: '1',
      message: { message_id: 999, date: 1, chat },
      data: `stock:${productId}:50:out`,
    },
  } as unknown as Parameters<BotStack['forge']>[0]
}
