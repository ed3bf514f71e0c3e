import {
  changeReplyTemplate,
  createReplyTemplate,
  deleteReplyTemplate,
  getOrderReplies,
  listReplyTemplates,
  sendReply,
} from '@tsedra/contract/admin-replies'
import { defaultLanguage } from '@tsedra/contract/language'
import { audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import { readReplyChat, storeReply } from '@tsedra/database/order-replies'
import type { Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { readStaffOrder } from './order-details.ts'
import { readOrderReplies } from './order-replies.ts'
import { addTemplate, readTemplates, removeTemplate, updateTemplate } from './reply-templates.ts'

const noSuchOrder = () => new Refusal('not_found', 'No such order.')

/** Serves reply templates and replies: infra/decisions/0049-customer-messages.md. */
export function replyRoutes({ db }: { db: Db }): Router {
  const router = createRouter()

  serve(router, listReplyTemplates, async () => ({ templates: await readTemplates(db) }))

  serve(router, createReplyTemplate, async ({ body }, { user, res }) => {
    const template = await db.transaction((trx) => addTemplate(trx, user, body))
    res.status(201)
    return template
  })

  serve(router, changeReplyTemplate, async ({ params, body }, { user }) =>
    db.transaction((trx) => updateTemplate(trx, user, params.id, body)),
  )

  serve(router, deleteReplyTemplate, async ({ params }, { user }) => {
    await db.transaction((trx) => removeTemplate(trx, user, params.id))
    return { done: true } as const
  })

  // The texts contain the customer's name, so the read is audited.
  serve(router, getOrderReplies, async ({ params: { id }, query: { lang = defaultLanguage } }, { user }) => {
    const replies = await readOrderReplies(db, id, lang)
    if (!replies) throw noSuchOrder()
    await db.transaction((trx) => audit(trx, user, { action: 'order.read', id }))
    return replies
  })

  serve(router, sendReply, async ({ params: { id }, query: { lang = defaultLanguage }, body }, { user, res }) => {
    const event = await db.transaction(async (trx) => {
      if (!(await trx('orders').where({ id }).first('id'))) throw noSuchOrder()
      const chatId = body.channel === 'bot' ? await readReplyChat(trx, id) : undefined
      if (body.channel === 'bot' && chatId === undefined) {
        throw new Refusal('chat_unlinked', 'No chat of the customer is linked to this order.')
      }
      return storeReply(trx, id, body, { by: user, chatId })
    })
    const order = await readStaffOrder(db, id, lang)
    if (!order) throw noSuchOrder()
    res.status(event === undefined ? 200 : 201)
    return order
  })

  return router
}
