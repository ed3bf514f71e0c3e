import * as z from 'zod/mini'

/** Lifetime of a bot link, in milliseconds. */
export const BOT_LINK_TTL_MS = 600_000

/**
 * A single-use link to the shop's bot, valid for BOT_LINK_TTL_MS (infra/decisions/0025-telegram-bot.md). The page shows
 * the two digits of `number`, which the user taps in the bot; absent where the bot sends a code instead.
 */
export const botLink = z.object({ url: z.url(), number: z.optional(z.string()) })
export type BotLink = z.infer<typeof botLink>
