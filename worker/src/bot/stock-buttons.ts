import { defaultLanguage, type Language, parseLanguage } from '@tsedra/contract/language'
import { setStock } from '@tsedra/database/stock'
import { Composer } from 'grammy'
import type { Chat, User } from 'grammy/types'
import type { StaffChat } from '../channels/telegram/staff-chat.ts'
import type { BotContext } from './bot-context.ts'
import { readStaff } from './staff-store.ts'
import { buildStockKeyboard, parseStockButton, stockButtonPattern } from './stock-keyboard.ts'
import { findStockProducts, readStockProduct } from './stock-store.ts'

interface StockTexts {
  usage: string
  nothingFound: string
  notStaff: string
  noProduct: string
  in: (product: string, size: string) => string
  out: (product: string, size: string) => string
}

const texts: Record<Language, StockTexts> = {
  ua: {
    usage: 'Напишіть, що шукати: /stock лимон',
    nothingFound: 'Такого товару немає.',
    notStaff:
      'Наявність змінюють лише працівники магазину. Увійдіть на сайті та прив’яжіть цей Telegram у налаштуваннях профілю.',
    noProduct: 'Цього товару або упаковки вже немає.',
    in: (product, size) => `${product}, ${size}: є`,
    out: (product, size) => `${product}, ${size}: немає`,
  },
  ru: {
    usage: 'Напишите, что искать: /stock лимон',
    nothingFound: 'Такого товара нет.',
    notStaff:
      'Наличие меняют только сотрудники магазина. Войдите на сайте и привяжите этот Telegram в настройках профиля.',
    noProduct: 'Этого товара или упаковки уже нет.',
    in: (product, size) => `${product}, ${size}: есть`,
    out: (product, size) => `${product}, ${size}: нет`,
  },
  en: {
    usage: 'Write what to look for: /stock lemon',
    nothingFound: 'There is no such product.',
    notStaff:
      'Only the shop’s staff change the stock. Sign in on the site and link this Telegram in your profile settings.',
    noProduct: 'This product or package no longer exists.',
    in: (product, size) => `${product}, ${size}: in stock`,
    out: (product, size) => `${product}, ${size}: out of stock`,
  },
}

const languageOf = ({ language_code: tag = '' }: User): Language => parseLanguage(tag) ?? defaultLanguage

/**
 * Creates the handlers of `/stock` and of its buttons (infra/decisions/0043-stock.md).
 *
 * They work in the staff chat and in a private chat, for staff who have linked their Telegram to their account.
 */
export function stockButtons(staffChat: Pick<StaffChat, 'isStaffChat'>): Composer<BotContext> {
  const bot = new Composer<BotContext>()
  // mutation test: stock-staff-chat-only
  const staffPlaces = bot.filter(({ chat }) => chat !== undefined && isStaffPlace(chat))

  staffPlaces.command('stock', async (ctx, next) => {
    if (!ctx.from) return next()
    const language = languageOf(ctx.from)
    const answer = (text: string) => ctx.afterCommit(() => ctx.reply(text))
    if (!(await readStaff(ctx.trx, ctx.from.id))) {
      // In a private chat the command of a customer is a message like any other.
      return ctx.chat.type === 'private' ? next() : answer(texts[language].notStaff)
    }
    if (ctx.match.trim() === '') return answer(texts[language].usage)
    const products = await findStockProducts(ctx.trx, ctx.match, language)
    if (products.length === 0) return answer(texts[language].nothingFound)
    for (const product of products) {
      const markup = { reply_markup: buildStockKeyboard(product, language) }
      ctx.afterCommit(() => ctx.reply(product.name, markup))
    }
  })

  staffPlaces.callbackQuery(stockButtonPattern, async (ctx) => {
    const language = languageOf(ctx.from)
    const answer = (text: string, isLoud = true) =>
      ctx.afterCommit(() => ctx.answerCallbackQuery({ text, show_alert: isLoud }))
    const by = await readStaff(ctx.trx, ctx.from.id)
    if (!by) return answer(texts[language].notStaff)
    const action = parseStockButton(ctx.match as RegExpMatchArray)
    const result = action ? await setStock(ctx.trx, by, action) : 'not_sold'
    const product = action && (await readStockProduct(ctx.trx, action.productId, language))
    if (!product || typeof result === 'string') return answer(texts[language].noProduct)
    answer(texts[language][action.stock](product.name, action.packageSize), false)
    const markup = { reply_markup: buildStockKeyboard(product, language) }
    ctx.afterCommit(() => ctx.editMessageText(product.name, markup))
  })

  return bot

  function isStaffPlace(chat: Chat): boolean {
    return chat.type === 'private' || staffChat.isStaffChat(chat)
  }
}
