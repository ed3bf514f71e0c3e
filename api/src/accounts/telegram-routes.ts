import { defaultLanguage } from '@tsedra/contract/language'
import { linkTelegramToOrder } from '@tsedra/contract/orders'
import { linkTelegram, unlinkTelegram } from '@tsedra/contract/settings'
import { insertBotLink } from '@tsedra/database/bot-links'
import { readOrder } from '@tsedra/database/orders'
import type { Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { createBotLink } from './bot-links.ts'
import { lockSession } from './lock-access.ts'
import type { AccountsContext } from './accounts.ts'
import { clearTelegram } from './settings-store.ts'
import { userView } from './user-store.ts'

/** Mounts the bot links that link a Telegram chat to an account or an order and verify nothing (infra/decisions/0025-telegram-bot.md). */
export function telegramRoutes({ db, bot, accountRateLimits }: AccountsContext): Router {
  const router = createRouter()

  serve(router, linkTelegram, async (_input, { user }) => {
    const { botLink, stored } = createBotLink(bot, { hasNumber: true })
    await accountRateLimits.consumeOrReject('change-user', user.id)
    await db.transaction(async (trx) => {
      await lockSession(trx, user)
      await insertBotLink(trx, stored, { user_id: user.id }, user.language ?? defaultLanguage)
    })
    return botLink
  })

  serve(router, unlinkTelegram, async (_input, { user }) => {
    await clearTelegram(db, user.id)
    return userView({ ...user, hasTelegram: false })
  })

  serve(router, linkTelegramToOrder, async ({ params: { id } }) => {
    const { botLink, stored } = createBotLink(bot, { hasNumber: false })
    const order = await readOrder(db, id)
    if (!order) throw new Refusal('not_found', 'No such order.')
    await accountRateLimits.consumeOrReject('follow-order', id)
    await db.transaction((trx) => insertBotLink(trx, stored, { order_id: id }, order.language))
    return botLink
  })

  return router
}
