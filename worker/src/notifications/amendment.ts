import type { Language } from '@tsedra/contract/language'
import type { orderAmended, PayloadOf } from '@tsedra/contract/jobs'
import { orderNumber } from '@tsedra/contract/order-number'
import type { Db } from '@tsedra/database/connection'
import { readAmendment } from '@tsedra/database/order-chats'
import { readOrder, type StoredOrder } from '@tsedra/database/orders'
import { createMoneyFormat, formatOrderLines, sumLabels } from '@tsedra/service/order-text'
import type { JobResult } from '../jobs/run-job.ts'
import type { CustomerChats } from '../channels/telegram/customer-chats.ts'

interface Deps {
  db: Db
  customerChats: CustomerChats
  publicOrigin: string
}

/** Telegram's limit, in UTF-16 code units. */
const MESSAGE_LIMIT = 4_096

const titles: Record<Language, (number: string) => string> = {
  ua: (number) => `Магазин змінив замовлення ${number}:`,
  ru: (number) => `Магазин изменил заказ ${number}:`,
  en: (number) => `The shop has changed order ${number}:`,
}

/** Creates the handler that sends the present lines and total of a changed order to a customer's chat, once. */
export function sendAmendment({ db, customerChats, publicOrigin }: Deps) {
  return async (payload: PayloadOf<typeof orderAmended>): Promise<JobResult> => {
    const { orderId, chatId } = payload
    const [update, order] = [await readAmendment(db, payload), await readOrder(db, orderId)]
    if (!update || !order) return { kind: 'nothing', reason: 'there is a later change, or no such chat' }
    const text = buildAmendmentText(order, update.language, `${publicOrigin}/order/${orderId}`)
    const delivery = await customerChats.send({ chatId, text })
    return delivery.kind === 'sent' ? { ...delivery, record: async () => {} } : delivery
  }
}

/** Builds the message; without the lines when they exceed Telegram's limit. */
export function buildAmendmentText(order: StoredOrder, language: Language, link: string): string {
  const shownLines = formatOrderLines(order, language)
  const total =
    order.total === null ? [] : [`${sumLabels[language].total}: ${createMoneyFormat(language)(order.total)}`]
  const join = (shown: string[]) =>
    [[titles[language](orderNumber(order.id)), ...shown], total, [link]].map((part) => part.join('\n')).join('\n\n')
  const text = join(shownLines)
  return text.length <= MESSAGE_LIMIT ? text : join([])
}
