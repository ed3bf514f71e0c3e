import { defaultLanguage, parseLanguage } from '@tsedra/contract/language'
import { orderNumber } from '@tsedra/contract/order-number'
import { codeHash, newCode, storeCode } from '@tsedra/database/attempts'
import { Composer, InlineKeyboard, Keyboard } from 'grammy'
import type { Contact, Message, User } from 'grammy/types'
import { uuid } from '../senders/uuid.ts'
import type { BotContext } from './bot-context.ts'
import { botTexts } from './bot-texts.ts'
import { inAnyPlace } from './in-any-place.ts'
import {
  accountName,
  cancelAttempt,
  closeLink,
  isTiedElsewhere,
  type Link,
  markContact,
  markSeen,
  openLink,
  readLink,
  tieToAccount,
  tieToOrder,
  verifyAttempt,
} from './link-store.ts'

interface Options {
  publicOrigin: string
  codeSecret: string
}

/** Of a way to the bot, and the number that was tapped. */
const numberKey = new RegExp(`^(${uuid}):(\\d{1,2})$`)

/** Of the answer "this was not me": the page shows no such number. */
const NOT_ME = 0

/** What the bot says and does, update by update; the steps are in infra/decisions/0025-bot.md. */
export function conversation({ publicOrigin, codeSecret }: Options): Composer<BotContext> {
  const site = new URL(publicOrigin).host
  const signIn = `${publicOrigin}/?login=1`
  const bot = new Composer<BotContext>()
  // Nobody proves anything where others listen.
  // mutation test: bot-private-chats-only
  const alone = bot.chatType('private')

  alone.command('start', async (ctx) => {
    if (ctx.match === '') return fromSite(ctx)
    const link = await openLink(ctx.trx, ctx.match, ctx.from)
    if (link) return begin(ctx, link)
    const words = botTexts[languageOf(ctx.from)]
    ctx.after(() => ctx.reply(words.isOver(publicOrigin)))
  })

  alone.on('message:contact', async (ctx) => {
    const link = await readLink(ctx.trx, { writer: ctx.from.id })
    if (!link?.attemptId) return link ? begin(ctx, link) : fromSite(ctx)
    const words = botTexts[link.language]
    if (!isOwn(ctx.msg)) return ctx.after(() => ctx.reply(words.ownContact))
    // mutation test: contact-same-phone
    if (e164(ctx.msg.contact) !== link.phone) return ctx.after(() => ctx.reply(words.otherPhone, withoutKeys))
    return seen(ctx, link, link.attemptId)
  })

  alone.on('message', async (ctx) => {
    const link = await readLink(ctx.trx, { writer: ctx.from.id })
    return link ? begin(ctx, link) : fromSite(ctx)
  })

  alone.callbackQuery(numberKey, async (ctx) => {
    const [, id = '', number] = ctx.match
    ctx.after(() => ctx.answerCallbackQuery())
    const link = await readLink(ctx.trx, { id, writer: ctx.from.id })
    // mutation test: number-needs-contact
    if (link && link.number !== null && (link.hasContact || !link.attemptId)) {
      // mutation test: number-compared
      return link.number === Number(number) ? rightNumber(ctx, link) : wrongNumber(ctx, link)
    }
    ctx.after(() => ctx.editMessageText(botTexts[languageOf(ctx.from)].isOver(publicOrigin)))
  })

  return bot

  function fromSite(ctx: BotContext & { from: User }): void {
    ctx.after(() => ctx.reply(botTexts[languageOf(ctx.from)].fromSite(publicOrigin), withoutKeys))
  }

  /** Says where the person stands: what they have to do next. */
  async function begin(ctx: BotContext & { from: User }, link: Link): Promise<void> {
    const words = botTexts[link.language]
    if (link.purpose === 'order') {
      await tieToOrder(ctx.trx, link, ctx.from.id)
      await closeLink(ctx.trx, link)
      return ctx.after(() => ctx.reply(words.tiedToOrder(orderNumber(link.orderId ?? ''))))
    }
    if (link.purpose === 'account') {
      const account = await accountName(ctx.trx, link.userId ?? '')
      return ctx.after(() => ctx.reply(words.askTie(site, account), { reply_markup: numbers(link) }))
    }
    if (link.hasContact && link.number !== null) return askNumber(ctx, link)
    const { purpose } = link
    const keys = new Keyboard().requestContact(words.shareContact).resized().oneTime()
    ctx.after(() => ctx.reply(words.askContact(site, purpose), { reply_markup: keys }))
  }

  /** The owner of the phone is here. What depends on there being an account is told to nobody else. */
  async function seen(ctx: BotContext & { from: User }, link: Link, attemptId: string): Promise<void> {
    const words = botTexts[link.language]
    if (link.isDecoy) {
      await closeLink(ctx.trx, link)
      const told = { register: words.isKnown(signIn), identity: words.isTaken }
      const text = link.purpose === 'register' || link.purpose === 'identity' ? told[link.purpose] : words.isUnknown
      return ctx.after(() => ctx.reply(text, withoutKeys))
    }
    await markContact(ctx.trx, link)
    if (link.purpose !== 'reset') return askNumber(ctx, link)
    const code = newCode()
    await storeCode(ctx.trx, attemptId, codeHash(codeSecret, attemptId, code))
    await markSeen(ctx.trx, link)
    ctx.after(() => ctx.reply(words.code(code, site), withoutKeys))
  }

  function askNumber(ctx: BotContext, link: Link): void {
    const words = botTexts[link.language]
    // A message has either keys of its own or takes those of the chat away.
    ctx.after(() => ctx.reply(words.phoneIsRight, withoutKeys))
    ctx.after(() => ctx.reply(words.askNumber(site), { reply_markup: numbers(link) }))
  }

  async function rightNumber(ctx: BotContext & { from: User }, link: Link): Promise<void> {
    const words = botTexts[link.language]
    const isElsewhere = await isTiedElsewhere(ctx.trx, link, ctx.from.id)
    await closeLink(ctx.trx, link)
    if (link.attemptId) {
      if (!(await verifyAttempt(ctx.trx, link.attemptId))) {
        return ctx.after(() => ctx.editMessageText(words.isOver(publicOrigin)))
      }
      await markSeen(ctx.trx, link)
      ctx.after(() => ctx.editMessageText(words.verified))
    } else if (link.userId && !isElsewhere) {
      await tieToAccount(ctx.trx, link.userId, ctx.from)
      ctx.after(() => ctx.editMessageText(words.tied))
    }
    if (isElsewhere) ctx.after(() => ctx.reply(words.tiedElsewhere))
  }

  async function wrongNumber(ctx: BotContext, link: Link): Promise<void> {
    await closeLink(ctx.trx, link)
    // mutation test: wrong-number-cancels
    if (link.attemptId) await cancelAttempt(ctx.trx, link.attemptId)
    ctx.after(() => ctx.editMessageText(botTexts[link.language].cancelled))
  }
}

const withoutKeys = { reply_markup: { remove_keyboard: true } } as const

const languageOf = ({ language_code: tag = '' }: User) => parseLanguage(tag) ?? defaultLanguage

/** Telegram itself says whose contact it is; one that went through other hands is nobody's proof. */
function isOwn({ contact, from, forward_origin: forwarded, via_bot: bot }: Message): boolean {
  // mutation test: contact-own-user, contact-not-forwarded
  return contact?.user_id !== undefined && contact.user_id === from?.id && !forwarded && !bot
}

/** Telegram leaves the plus out, or not. */
const e164 = ({ phone_number: phone }: Contact): string => `+${phone.replace(/\D/g, '')}`

/** The number of the page among three, in any order. */
function numbers({ id, number, language }: Link): InlineKeyboard {
  const keys = new InlineKeyboard()
  for (const each of inAnyPlace(number ?? NOT_ME)) keys.text(String(each), `${id}:${each}`)
  return keys.row().text(botTexts[language].notMe, `${id}:${NOT_ME}`)
}
