import { randomBytes, randomInt } from 'node:crypto'
import type { BotLink } from '@tsedra/contract/bot'
import { Refusal } from '../http/refusal.ts'
import { type NewBotLink, hashNonce } from '@tsedra/database/bot-links'

export interface BotAddress {
  /** The bot's @name, without the @. */
  name: string
  /** Start of every link, without a trailing slash. */
  linkRoot: string
}

/**
 * Creates a bot link: the part for the browser, and the hash that the database stores (infra/decisions/0025-telegram-bot.md).
 *
 * @throws Refusal `bot_unavailable` when the shop has no bot
 * @see https://core.telegram.org/bots/features#deep-linking: a start parameter has at most 64 characters of base64url
 */
export function createBotLink(
  bot: BotAddress | undefined,
  { hasNumber }: { hasNumber: boolean },
): { botLink: BotLink; stored: NewBotLink } {
  if (!bot) throw new Refusal('bot_unavailable', 'This shop has no bot.')
  const { name, linkRoot } = bot
  const nonce = randomBytes(16).toString('base64url')
  const number = hasNumber ? String(randomInt(10, 100)) : undefined
  return {
    botLink: { url: `${linkRoot}/${name}?start=${nonce}`, ...(number && { number }) },
    stored: { nonceHash: hashNonce(nonce), number: number ?? null },
  }
}
