import * as z from 'zod/mini'

/** Milliseconds that a way to the bot is good for. */
export const BOT_LINK_TTL_MS = 600_000

/**
 * The way to the shop's bot, good once and for LINK_MS (infra/decisions/0025-telegram-bot.md). `number` has two digits: the
 * page shows it and the bot asks to tap it; there is none where the bot answers with a code instead.
 */
export const botLink = z.object({ url: z.url(), number: z.optional(z.string()) })
export type BotLink = z.infer<typeof botLink>
