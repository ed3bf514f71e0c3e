import { defaultLanguage } from '@tsedra/contract/language'
import { followOrder } from '@tsedra/contract/orders'
import { tieTelegram, untieTelegram } from '@tsedra/contract/settings'
import { insertLink } from '@tsedra/database/bot-links'
import { readOrder } from '@tsedra/database/orders'
import type { Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { linkFor } from './bot-links.ts'
import { holdSession } from './hold-access.ts'
import type { People } from './people.ts'
import { untie } from './settings-store.ts'
import { userView } from './user-store.ts'

/** Ways to the bot that prove nothing: they tie a chat to an account or to an order (infra/decisions/0025-bot.md). */
export function telegramRoutes({ db, bot, throttles }: People): Router {
  const router = createRouter()

  serve(router, tieTelegram, async (_input, { user }) => {
    const { shown, stored } = linkFor(bot, { hasNumber: true })
    await throttles.takeOrRefuse('change-user', user.id)
    await db.transaction(async (trx) => {
      await holdSession(trx, user)
      await insertLink(trx, stored, { user_id: user.id }, user.language ?? defaultLanguage)
    })
    return shown
  })

  serve(router, untieTelegram, async (_input, { user }) => {
    await untie(db, user.id)
    return userView({ ...user, hasTelegram: false })
  })

  serve(router, followOrder, async ({ params: { id } }) => {
    const { shown, stored } = linkFor(bot, { hasNumber: false })
    const order = await readOrder(db, id)
    if (!order) throw new Refusal('not_found', 'No such order.')
    await throttles.takeOrRefuse('follow-order', id)
    await db.transaction((trx) => insertLink(trx, stored, { order_id: id }, order.language))
    return shown
  })

  return router
}
