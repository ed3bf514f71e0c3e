import { defaultLanguage, type Language, parseLanguage } from '@tsedra/contract/language'
import { orderNumber } from '@tsedra/contract/order-number'
import type { OrderStatus } from '@tsedra/contract/orders'
import { changeStatus, keepMessage, showMessages } from '@tsedra/database/order-status'
import { Composer } from 'grammy'
import { keyPattern, readKey } from '../notifications/order-keys.ts'
import type { Telegram } from '../senders/telegram.ts'
import type { BotContext } from './bot-context.ts'
import { readStaff } from './staff-store.ts'

interface Words extends Record<OrderStatus, string> {
  notHere: string
  notStaff: string
  noOrder: string
  done: (number: string, status: string) => string
  isAlready: (number: string, status: string) => string
  isOther: (number: string, status: string) => string
}

const texts: Record<Language, Words> = {
  ua: {
    pending: 'очікує',
    confirmed: 'підтверджено',
    completed: 'виконано',
    cancelled: 'скасовано',
    notHere: 'Ці кнопки діють лише в чаті працівників.',
    notStaff:
      'Кнопки діють для працівників магазину. Увійдіть на сайті та прив’яжіть цей Telegram у налаштуваннях профілю.',
    noOrder: 'Такого замовлення немає.',
    done: (number, status) => `${number}: ${status}`,
    isAlready: (number, status) => `${number}: уже ${status}`,
    isOther: (number, status) => `Стан ${number} уже змінився: ${status}. Нічого не зроблено, подивіться ще раз.`,
  },
  ru: {
    pending: 'ожидает',
    confirmed: 'подтверждено',
    completed: 'выполнено',
    cancelled: 'отменено',
    notHere: 'Эти кнопки работают только в чате сотрудников.',
    notStaff:
      'Кнопки работают для сотрудников магазина. Войдите на сайте и привяжите этот Telegram в настройках профиля.',
    noOrder: 'Такого заказа нет.',
    done: (number, status) => `${number}: ${status}`,
    isAlready: (number, status) => `${number}: уже ${status}`,
    isOther: (number, status) => `Статус ${number} уже изменился: ${status}. Ничего не сделано, посмотрите ещё раз.`,
  },
  en: {
    pending: 'pending',
    confirmed: 'confirmed',
    completed: 'completed',
    cancelled: 'cancelled',
    notHere: 'These buttons work in the staff chat only.',
    notStaff:
      'The buttons are for the shop’s staff. Sign in on the site and link this Telegram in your profile settings.',
    noOrder: 'There is no such order.',
    done: (number, status) => `${number}: ${status}`,
    isAlready: (number, status) => `${number}: already ${status}`,
    isOther: (number, status) => `${number} has changed meanwhile: ${status}. Nothing was done, please look again.`,
  },
}

/**
 * The keys under an order's message: in the staff's chat, for whoever of the staff has tied this Telegram to their account
 * (infra/decisions/0030-buttons.md). The message itself is edited by a job.
 */
export function orderButtons(staffChat: Pick<Telegram, 'isHere'>): Composer<BotContext> {
  const bot = new Composer<BotContext>()

  bot.callbackQuery(keyPattern, async (ctx) => {
    const words = texts[parseLanguage(ctx.from.language_code ?? '') ?? defaultLanguage]
    const { orderId, from, to } = readKey(ctx.match as RegExpMatchArray)
    const number = orderNumber(orderId)
    const say = (text: string, isLoud = true) => ctx.after(() => ctx.answerCallbackQuery({ text, show_alert: isLoud }))

    // mutation test: buttons-staff-chat-only
    if (!ctx.chat || !staffChat.isHere(ctx.chat)) return say(words.notHere)
    const by = await readStaff(ctx.trx, ctx.from.id)
    if (!by) return say(words.notStaff)
    // A message whose arrival was in doubt is known from now on.
    const message = ctx.msgId && { chatId: String(ctx.chat.id), messageId: ctx.msgId }
    const moved = await changeStatus(ctx.trx, { orderId, from, to, by })
    if (!moved) return say(words.noOrder)
    if (message) {
      await keepMessage(ctx.trx, orderId, message, false)
      await showMessages(ctx.trx, orderId, message)
    }
    if (moved.changed) return say(words.done(number, words[to]), false)
    const told = moved.before === to ? words.isAlready : words.isOther
    say(told(number, words[moved.before]), moved.before !== to)
  })

  return bot
}
