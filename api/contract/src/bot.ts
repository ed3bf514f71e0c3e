import * as z from 'zod/mini'

/**
 * The way to the shop's bot, good once and for ten minutes (infra/decisions/0025-bot.md). `number` has two digits: the
 * page shows it and the bot asks to tap it; there is none where the bot answers with a code instead.
 */
export const botLink = z.object({ url: z.url(), number: z.optional(z.string()) })
export type BotLink = z.infer<typeof botLink>
