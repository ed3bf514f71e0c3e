import { type Language, locale, pickTranslation } from '@tsedra/contract/language'
import type { orderAmended, PayloadOf } from '@tsedra/contract/jobs'
import { type AdjustmentKind, signedAmount } from '@tsedra/contract/order-adjustments'
import { orderNumber } from '@tsedra/contract/order-number'
import type { Db } from '@tsedra/database/connection'
import { readAmendment } from '@tsedra/database/order-chats'
import { readOrder, type StoredAdjustment, type StoredLine, type StoredOrder } from '@tsedra/database/orders'
import { sanitiseInline } from '@tsedra/service/sanitise-text'
import type { JobResult } from '../jobs/run-job.ts'
import type { CustomerChats } from '../channels/telegram/customer-chats.ts'

interface Deps {
  db: Db
  customerChats: CustomerChats
  publicOrigin: string
}

/** Telegram's limit, in UTF-16 code units. */
const MESSAGE_LIMIT = 4_096

type AmendmentTexts = Record<AdjustmentKind, string> & { title: (number: string) => string; total: string }

const texts: Record<Language, AmendmentTexts> = {
  ua: {
    title: (number) => `Магазин змінив замовлення ${number}:`,
    delivery: 'Доставка',
    discount: 'Знижка',
    surcharge: 'Доплата',
    total: 'Разом',
  },
  ru: {
    title: (number) => `Магазин изменил заказ ${number}:`,
    delivery: 'Доставка',
    discount: 'Скидка',
    surcharge: 'Доплата',
    total: 'Итого',
  },
  en: {
    title: (number) => `The shop has changed order ${number}:`,
    delivery: 'Delivery',
    discount: 'Discount',
    surcharge: 'Surcharge',
    total: 'Total',
  },
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
  const { title, total: totalLabel, ...labels } = texts[language]
  const format = createMoneyFormat(language)
  const lines = order.lines.map((line) => formatLine(line, language, format))
  const adjustments = order.adjustments.map((adjustment) => formatAdjustment(adjustment, labels, format))
  const total = order.total === null ? [] : [`${totalLabel}: ${format(order.total)}`]
  const join = (shown: string[]) =>
    [[title(orderNumber(order.id)), ...shown], total, [link]].map((part) => part.join('\n')).join('\n\n')
  const text = join([...lines, ...adjustments])
  return text.length <= MESSAGE_LIMIT ? text : join([])
}

type FormatMoney = (kopiykas: number) => string

function createMoneyFormat(language: Language): FormatMoney {
  const hryvnia = new Intl.NumberFormat(locale[language], { style: 'currency', currency: 'UAH' })
  return (kopiykas) => hryvnia.format(kopiykas / 100)
}

function formatLine(line: StoredLine, language: Language, format: FormatMoney): string {
  const { names, slug, packageSize, quantity, unitPrice } = line
  const translations = Object.entries(names).map(([key, name]) => ({ language: key as Language, name }))
  const name = pickTranslation(translations, language)?.name ?? slug
  return `• ${sanitiseInline(name)}, ${packageSize} × ${quantity}: ${format(unitPrice * quantity)}`
}

/** Returns an adjustment with its sign and its reason. */
export function formatAdjustment(
  adjustment: StoredAdjustment,
  labels: Record<AdjustmentKind, string>,
  format: FormatMoney,
): string {
  const reason = adjustment.reason ? ` (${sanitiseInline(adjustment.reason)})` : ''
  return `${labels[adjustment.kind]}${reason}: ${format(signedAmount(adjustment))}`
}
