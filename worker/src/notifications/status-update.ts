import type { orderStatusChanged, PayloadOf } from '@tsedra/contract/jobs'
import type { Language } from '@tsedra/contract/language'
import { orderNumber } from '@tsedra/contract/order-number'
import type { OrderStatus } from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import { readStatusUpdate } from '@tsedra/database/order-chats'
import type { JobResult } from '../jobs/run-job.ts'
import type { CustomerChats } from '../channels/telegram/customer-chats.ts'

interface Deps {
  db: Db
  customerChats: CustomerChats
  publicOrigin: string
}

const texts: Record<Language, Record<OrderStatus | 'order', string>> = {
  ua: {
    order: 'Замовлення',
    pending: 'очікує підтвердження',
    confirmed: 'підтверджено',
    completed: 'виконано',
    cancelled: 'скасовано',
  },
  ru: {
    order: 'Заказ',
    pending: 'ожидает подтверждения',
    confirmed: 'подтверждён',
    completed: 'выполнен',
    cancelled: 'отменён',
  },
  en: {
    order: 'Order',
    pending: 'waiting for confirmation',
    confirmed: 'confirmed',
    completed: 'completed',
    cancelled: 'cancelled',
  },
}

/** Creates the handler that sends the current status of an order to a customer's chat, once. */
export function sendStatusUpdate({ db, customerChats, publicOrigin }: Deps) {
  return async (payload: PayloadOf<typeof orderStatusChanged>): Promise<JobResult> => {
    const update = await readStatusUpdate(db, payload)
    if (!update) return { kind: 'nothing', reason: 'there is a later status, or no such chat' }
    const { order, [update.status]: status } = texts[update.language]
    const { orderId, chatId } = payload
    const text = `${order} ${orderNumber(orderId)}: ${status}.\n\n${publicOrigin}/order/${orderId}`
    const delivery = await customerChats.send({ chatId, text })
    return delivery.kind === 'sent' ? { ...delivery, record: async () => {} } : delivery
  }
}
