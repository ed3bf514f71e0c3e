import type { OrderReplies } from '@tsedra/contract/admin-replies'
import type { Language } from '@tsedra/contract/language'
import { orderNumber } from '@tsedra/contract/order-number'
import { fillTemplate, MAX_REPLY_LENGTH } from '@tsedra/contract/reply-templates'
import type { Db } from '@tsedra/database/connection'
import { readReplyChat } from '@tsedra/database/order-replies'
import { readOrder, type StoredOrder } from '@tsedra/database/orders'
import { createMoneyFormat, formatOrderLines } from '@tsedra/service/order-text'
import { sanitiseLine } from '@tsedra/service/sanitise-text'
import { readTemplates } from './reply-templates.ts'

/** Returns the templates filled in for an order, and how its customer can be reached; undefined when there is no such order. */
export async function readOrderReplies(db: Db, id: string, language: Language): Promise<OrderReplies | undefined> {
  const [order, templates, chatId, contact] = await Promise.all([
    readOrder(db, id),
    readTemplates(db),
    readReplyChat(db, id),
    db('orders').where({ id }).first<{ telegram: string | null } | undefined>('customer_telegram as telegram'),
  ])
  if (!order || !contact) return undefined
  return {
    replies: templates.map(({ id: templateId, texts }) => ({
      templateId,
      name: texts[language].name,
      text: fillForOrder(texts[order.language].text, order),
    })),
    language: order.language,
    hasChat: chatId !== undefined,
    telegram: contact.telegram,
    phone: order.phoneIsValid ? order.customerPhone : null,
  }
}

/** Fills in a template; leaves out lines at the end of a text that exceeds Telegram's limit. */
export function fillForOrder(template: string, order: StoredOrder): string {
  const { language } = order
  const lines = formatOrderLines(order, language)
  const fill = (count: number) =>
    fillTemplate(template, {
      name: sanitiseLine(order.customerName),
      number: orderNumber(order.id),
      total: order.total === null ? '' : createMoneyFormat(language)(order.total),
      lines: [...lines.slice(0, count), ...(count < lines.length ? ['…'] : [])].join('\n'),
    })
  for (let count = lines.length; count > 0; count -= 1) {
    const text = fill(count)
    if (text.length <= MAX_REPLY_LENGTH) return text
  }
  return fill(0).slice(0, MAX_REPLY_LENGTH)
}
