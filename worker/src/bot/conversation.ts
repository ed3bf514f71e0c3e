import { defaultLanguage, parseLanguage } from '@tsedra/contract/language'
import { orderNumber } from '@tsedra/contract/order-number'
import { hashCode, generateCode, storeCode } from '@tsedra/database/verifications'
import { Composer, InlineKeyboard, Keyboard } from 'grammy'
import type { Contact, Message, User } from 'grammy/types'
import { uuidPattern } from '../notifications/uuid-pattern.ts'
import type { BotContext } from './bot-context.ts'
import { readShopIdentity } from '@tsedra/database/shop-settings'
import { botTexts } from './bot-texts.ts'
import { shuffleWithDecoys } from './shuffle-with-decoys.ts'
import {
  maskAccountName,
  cancelVerification,
  closeLink,
  isLinkedElsewhere,
  type OpenedLink,
  markContact,
  markVerified,
  openLink,
  readLink,
  linkTelegramToAccount,
  linkChatToOrder,
  confirmVerification,
} from './link-store.ts'

interface Options {
  publicOrigin: string
  codeSecret: string
}

/** Matches the callback data of a number button: id of the link, tapped number. */
const numberKeyPattern = new RegExp(`^(${uuidPattern}):(\\d{1,2})$`)

/** Number of the button "this was not me"; the page never shows it. */
const NOT_ME_NUMBER = 0

/** Creates the handlers of the bot's conversation; its steps are in infra/decisions/0025-telegram-bot.md. */
export function createConversation({ publicOrigin, codeSecret }: Options): Composer<BotContext> {
  const site = new URL(publicOrigin).host
  const signIn = `${publicOrigin}/?login=1`
  const bot = new Composer<BotContext>()
  // In a group, other members could read codes and press the buttons.
  // mutation test: bot-private-chats-only
  const privateChat = bot.chatType('private')

  privateChat.command('start', async (ctx) => {
    if (ctx.match === '') return replyWithSiteLink(ctx)
    const link = await openLink(ctx.trx, ctx.match, ctx.from)
    if (link) return askNextStep(ctx, link)
    const texts = botTexts[languageOf(ctx.from)]
    ctx.afterCommit(() => ctx.reply(texts.linkExpired(publicOrigin)))
  })

  privateChat.on('message:contact', async (ctx) => {
    const link = await readLink(ctx.trx, { telegramId: ctx.from.id })
    if (!link?.attemptId) return link ? askNextStep(ctx, link) : replyWithSiteLink(ctx)
    const texts = botTexts[link.language]
    if (!isOwnContact(ctx.msg)) return ctx.afterCommit(() => ctx.reply(texts.ownContact))
    // mutation test: contact-same-phone
    if (toE164(ctx.msg.contact) !== link.phone)
      return ctx.afterCommit(() => ctx.reply(texts.wrongPhone, removeKeyboard))
    return handleVerifiedContact(ctx, link, link.attemptId)
  })

  privateChat.on('message', async (ctx) => {
    const link = await readLink(ctx.trx, { telegramId: ctx.from.id })
    return link ? askNextStep(ctx, link) : replyWithSiteLink(ctx)
  })

  privateChat.callbackQuery(numberKeyPattern, async (ctx) => {
    const [, id = '', number] = ctx.match
    ctx.afterCommit(() => ctx.answerCallbackQuery())
    const link = await readLink(ctx.trx, { id, telegramId: ctx.from.id })
    // mutation test: number-needs-contact
    if (link && link.number !== null && (link.hasContact || !link.attemptId)) {
      // mutation test: number-compared
      return link.number === Number(number) ? acceptNumber(ctx, link) : rejectNumber(ctx, link)
    }
    ctx.afterCommit(() => ctx.editMessageText(botTexts[languageOf(ctx.from)].linkExpired(publicOrigin)))
  })

  return bot

  async function replyWithSiteLink(ctx: BotContext & { from: User }): Promise<void> {
    const language = languageOf(ctx.from)
    const { name } = await readShopIdentity(ctx.trx, language)
    ctx.afterCommit(() => ctx.reply(botTexts[language].fromSite(publicOrigin, name), removeKeyboard))
  }

  /** Sends the request for the next step of the link: contact, number, or nothing for an order. */
  async function askNextStep(ctx: BotContext & { from: User }, link: OpenedLink): Promise<void> {
    const texts = botTexts[link.language]
    if (link.purpose === 'order') {
      await linkChatToOrder(ctx.trx, link, ctx.from.id)
      await closeLink(ctx.trx, link)
      return ctx.afterCommit(() => ctx.reply(texts.linkedToOrder(orderNumber(link.orderId ?? ''))))
    }
    if (link.purpose === 'account') {
      const account = await maskAccountName(ctx.trx, link.userId ?? '')
      return ctx.afterCommit(() => ctx.reply(texts.askLink(site, account), { reply_markup: buildNumberKeyboard(link) }))
    }
    if (link.hasContact && link.number !== null) return askNumber(ctx, link)
    const { purpose } = link
    const keys = new Keyboard().requestContact(texts.shareContact).resized().oneTime()
    const { name } = await readShopIdentity(ctx.trx, link.language)
    ctx.afterCommit(() => ctx.reply(texts.askContact(site, purpose, name), { reply_markup: keys }))
  }

  /** Continues after the user shared the right phone. Only now may replies reveal whether an account exists. */
  async function handleVerifiedContact(
    ctx: BotContext & { from: User },
    link: OpenedLink,
    verificationId: string,
  ): Promise<void> {
    const texts = botTexts[link.language]
    if (link.isDecoy) {
      await closeLink(ctx.trx, link)
      const decoyTexts = { register: texts.accountExists(signIn), identity: texts.identityTaken }
      const text =
        link.purpose === 'register' || link.purpose === 'identity' ? decoyTexts[link.purpose] : texts.accountUnknown
      return ctx.afterCommit(() => ctx.reply(text, removeKeyboard))
    }
    await markContact(ctx.trx, link)
    if (link.purpose !== 'reset') return askNumber(ctx, link)
    const code = generateCode()
    await storeCode(ctx.trx, verificationId, hashCode(codeSecret, verificationId, code))
    await markVerified(ctx.trx, link)
    ctx.afterCommit(() => ctx.reply(texts.code(code, site), removeKeyboard))
  }

  function askNumber(ctx: BotContext, link: OpenedLink): void {
    const texts = botTexts[link.language]
    // One message cannot both remove the chat's keyboard and have inline buttons.
    ctx.afterCommit(() => ctx.reply(texts.phoneConfirmed, removeKeyboard))
    ctx.afterCommit(() => ctx.reply(texts.askNumber(site), { reply_markup: buildNumberKeyboard(link) }))
  }

  async function acceptNumber(ctx: BotContext & { from: User }, link: OpenedLink): Promise<void> {
    const texts = botTexts[link.language]
    const isOtherAccount = await isLinkedElsewhere(ctx.trx, link, ctx.from.id)
    await closeLink(ctx.trx, link)
    if (link.attemptId) {
      if (!(await confirmVerification(ctx.trx, link.attemptId))) {
        return ctx.afterCommit(() => ctx.editMessageText(texts.linkExpired(publicOrigin)))
      }
      await markVerified(ctx.trx, link)
      ctx.afterCommit(() => ctx.editMessageText(texts.verified))
    } else if (link.userId && !isOtherAccount) {
      await linkTelegramToAccount(ctx.trx, link.userId, ctx.from)
      ctx.afterCommit(() => ctx.editMessageText(texts.linked))
    }
    if (isOtherAccount) ctx.afterCommit(() => ctx.reply(texts.linkedElsewhere))
  }

  async function rejectNumber(ctx: BotContext, link: OpenedLink): Promise<void> {
    await closeLink(ctx.trx, link)
    // mutation test: wrong-number-cancels
    if (link.attemptId) await cancelVerification(ctx.trx, link.attemptId)
    ctx.afterCommit(() => ctx.editMessageText(botTexts[link.language].cancelled))
  }
}

const removeKeyboard = { reply_markup: { remove_keyboard: true } } as const

const languageOf = ({ language_code: tag = '' }: User) => parseLanguage(tag) ?? defaultLanguage

/** Returns whether Telegram attests that the contact is the sender's; a forwarded contact proves nothing. */
function isOwnContact({ contact, from, forward_origin: forwarded, via_bot: bot }: Message): boolean {
  // mutation test: contact-own-user, contact-not-forwarded
  return contact?.user_id !== undefined && contact.user_id === from?.id && !forwarded && !bot
}

/** Returns the phone in E.164 format; Telegram sends it with or without the plus. */
const toE164 = ({ phone_number: phone }: Contact): string => `+${phone.replace(/\D/g, '')}`

/** Builds the buttons: the number of the page and two decoys in random order, then "this was not me". */
function buildNumberKeyboard({ id, number, language }: OpenedLink): InlineKeyboard {
  const keys = new InlineKeyboard()
  for (const choice of shuffleWithDecoys(number ?? NOT_ME_NUMBER)) keys.text(String(choice), `${id}:${choice}`)
  return keys.row().text(botTexts[language].notMe, `${id}:${NOT_ME_NUMBER}`)
}
