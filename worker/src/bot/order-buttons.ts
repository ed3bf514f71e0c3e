import { defaultLanguage, type Language, parseLanguage } from '@tsedra/contract/language'
import { orderNumber } from '@tsedra/contract/order-number'
import type { OrderStatus } from '@tsedra/contract/orders'
import { changeStatus, storeStaffMessage, queueStaffMessageUpdates } from '@tsedra/database/order-status'
import { Composer } from 'grammy'
import { buttonPattern, parseButton } from '../notifications/order-keyboard.ts'
import type { StaffChat } from '../channels/telegram/staff-chat.ts'
import type { BotContext } from './bot-context.ts'
import { readStaff } from './staff-store.ts'

interface ButtonTexts extends Record<OrderStatus, string> {
  wrongChat: string
  notStaff: string
  noOrder: string
  done: (number: string, status: string) => string
  alreadyDone: (number: string, status: string) => string
  statusDiffers: (number: string, status: string) => string
}

const texts: Record<Language, ButtonTexts> = {
  ua: {
    pending: 'очікує',
    confirmed: 'підтверджено',
    completed: 'виконано',
    cancelled: 'скасовано',
    wrongChat: 'Ці кнопки діють лише в чаті працівників.',
    notStaff:
      'Кнопки лише для працівників магазину. Увійдіть на сайті та прив’яжіть цей Telegram у налаштуваннях профілю.',
    noOrder: 'Такого замовлення немає.',
    done: (number, status) => `${number}: ${status}`,
    alreadyDone: (number, status) => `${number}: уже ${status}`,
    statusDiffers: (number, status) =>
      `Статус ${number} уже змінився: ${status}. Нічого не зроблено, подивіться ще раз.`,
  },
  ru: {
    pending: 'ожидает',
    confirmed: 'подтверждён',
    completed: 'выполнен',
    cancelled: 'отменён',
    wrongChat: 'Эти кнопки действуют только в чате сотрудников.',
    notStaff:
      'Кнопки только для сотрудников магазина. Войдите на сайте и привяжите этот Telegram в настройках профиля.',
    noOrder: 'Такого заказа нет.',
    done: (number, status) => `${number}: ${status}`,
    alreadyDone: (number, status) => `${number}: уже ${status}`,
    statusDiffers: (number, status) =>
      `Статус ${number} уже изменился: ${status}. Ничего не сделано, посмотрите ещё раз.`,
  },
  en: {
    pending: 'pending',
    confirmed: 'confirmed',
    completed: 'completed',
    cancelled: 'cancelled',
    wrongChat: 'These buttons work in the staff chat only.',
    notStaff:
      'The buttons are for the shop’s staff. Sign in on the site and link this Telegram in your profile settings.',
    noOrder: 'There is no such order.',
    done: (number, status) => `${number}: ${status}`,
    alreadyDone: (number, status) => `${number}: already ${status}`,
    statusDiffers: (number, status) =>
      `${number} has changed meanwhile: ${status}. Nothing was done, please look again.`,
  },
}

/**
 * Creates the handler of the buttons below an order's message (infra/decisions/0030-telegram-buttons.md).
 *
 * They work in the staff chat, for staff who have linked their Telegram to their account. A job edits the message.
 */
export function orderButtons(staffChat: Pick<StaffChat, 'isStaffChat'>): Composer<BotContext> {
  const bot = new Composer<BotContext>()

  bot.callbackQuery(buttonPattern, async (ctx) => {
    const buttonTexts = texts[parseLanguage(ctx.from.language_code ?? '') ?? defaultLanguage]
    const { orderId, from, to } = parseButton(ctx.match as RegExpMatchArray)
    const number = orderNumber(orderId)
    const answer = (text: string, isLoud = true) =>
      ctx.afterCommit(() => ctx.answerCallbackQuery({ text, show_alert: isLoud }))

    // mutation test: buttons-staff-chat-only
    if (!ctx.chat || !staffChat.isStaffChat(ctx.chat)) return answer(buttonTexts.wrongChat)
    const by = await readStaff(ctx.trx, ctx.from.id)
    if (!by) return answer(buttonTexts.notStaff)
    // Also stores a message whose delivery had an unknown outcome.
    const message = ctx.msgId && { chatId: String(ctx.chat.id), messageId: ctx.msgId }
    const result = await changeStatus(ctx.trx, { orderId, from, to, by })
    if (!result) return answer(buttonTexts.noOrder)
    if (message) {
      await storeStaffMessage(ctx.trx, orderId, message, false)
      await queueStaffMessageUpdates(ctx.trx, orderId, message)
    }
    if (result.changed) return answer(buttonTexts.done(number, buttonTexts[to]), false)
    const textFor = result.before === to ? buttonTexts.alreadyDone : buttonTexts.statusDiffers
    answer(textFor(number, buttonTexts[result.before]), result.before !== to)
  })

  return bot
}
