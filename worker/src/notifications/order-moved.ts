import type { orderMoved, PayloadOf } from '@tsedra/contract/jobs'
import type { Language } from '@tsedra/contract/language'
import { orderNumber } from '@tsedra/contract/order-number'
import type { OrderStatus } from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import { readMove } from '@tsedra/database/order-chats'
import type { Handled } from '../jobs/run-job.ts'
import type { Chats } from '../senders/chats.ts'

interface Deps {
  db: Db
  chats: Chats
  publicOrigin: string
}

const words: Record<Language, Record<OrderStatus | 'order', string>> = {
  ua: {
    order: 'Заявка',
    pending: 'очікує підтвердження',
    confirmed: 'підтверджено',
    completed: 'виконано',
    cancelled: 'скасовано',
  },
  ru: {
    order: 'Заявка',
    pending: 'ожидает подтверждения',
    confirmed: 'подтверждена',
    completed: 'выполнена',
    cancelled: 'отменена',
  },
  en: {
    order: 'Request',
    pending: 'pending',
    confirmed: 'confirmed',
    completed: 'completed',
    cancelled: 'cancelled',
  },
}

/** Tells a customer's chat what has become of an order: the status that it has now, once. */
export function tellOfMove({ db, chats, publicOrigin }: Deps) {
  return async (moved: PayloadOf<typeof orderMoved>): Promise<Handled> => {
    const move = await readMove(db, moved)
    if (!move) return { kind: 'nothing', reason: 'there is a later status, or no such chat' }
    const { order, [move.status]: status } = words[move.language]
    const { orderId, chatId } = moved
    const text = `${order} ${orderNumber(orderId)}: ${status}.\n\n${publicOrigin}/order/${orderId}`
    const delivery = await chats.send(chatId, text)
    return delivery.kind === 'sent' ? { ...delivery, record: async () => {} } : delivery
  }
}
