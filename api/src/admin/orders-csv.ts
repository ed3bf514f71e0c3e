import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { kyivDay } from '@tsedra/contract/kyiv-day'
import { locale, type Language } from '@tsedra/contract/language'
import { orderNumber } from '@tsedra/contract/order-number'
import { type AdjustmentKind, signedAmount } from '@tsedra/contract/order-adjustments'
import type { OrderStatus } from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import { readOrdersById, type StoredOrder } from '@tsedra/database/orders'
import { kopiykasToDecimal } from '@tsedra/contract/money'
import { sanitiseLine, sanitiseLines } from '@tsedra/service/sanitise-text'
import type { Response } from 'express'
import { pickName } from '../orders/price-lines.ts'
import { csvLine, csvStart } from './csv.ts'
import { type OrderFilter, readOrderIds } from './order-list.ts'

/** Number of orders in memory at a time. */
const BATCH_SIZE = 500

interface TableTexts extends Record<OrderStatus | AdjustmentKind, string> {
  /** The first line of the table. */
  columns: readonly string[]
  /** After a product that was not in stock when it was ordered. */
  backorder: string
}

const texts: Record<Language, TableTexts> = {
  ua: {
    columns: ['Номер', 'Дата', 'Статус', 'Ім’я', 'Телефон', 'Коментар', 'Товари', 'Сума, ₴', 'Покупець бачив, ₴', 'ID'],
    backorder: 'побажання',
    pending: 'Очікує',
    confirmed: 'Підтверджено',
    completed: 'Виконано',
    cancelled: 'Скасовано',
    delivery: 'Доставка',
    discount: 'Знижка',
    surcharge: 'Доплата',
  },
  ru: {
    columns: [
      'Номер',
      'Дата',
      'Статус',
      'Имя',
      'Телефон',
      'Комментарий',
      'Товары',
      'Сумма, ₴',
      'Покупатель видел, ₴',
      'ID',
    ],
    backorder: 'пожелание',
    pending: 'Ожидает',
    confirmed: 'Подтверждён',
    completed: 'Выполнен',
    cancelled: 'Отменён',
    delivery: 'Доставка',
    discount: 'Скидка',
    surcharge: 'Доплата',
  },
  en: {
    columns: ['Number', 'Date', 'Status', 'Name', 'Phone', 'Comment', 'Products', 'Total, ₴', 'Customer saw, ₴', 'ID'],
    backorder: 'backorder',
    pending: 'Pending',
    confirmed: 'Confirmed',
    completed: 'Completed',
    cancelled: 'Cancelled',
    delivery: 'Delivery',
    discount: 'Discount',
    surcharge: 'Surcharge',
  },
}

/** Returns a status as tables for spreadsheets name it. */
export const formatStatus = (status: OrderStatus, language: Language): string => texts[language][status]

/** `2026-11-21 14:05` in Kyiv: every spreadsheet parses it as a time. */
const dateTimeFormat = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Kyiv',
})

/** Streams the matching orders as CSV with backpressure, and stops when the client disconnects. */
export async function sendOrdersCsv(res: Response, db: Db, filter: OrderFilter, language: Language): Promise<void> {
  res.status(200).set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Language': locale[language],
    'Content-Disposition': `attachment; filename="orders-${kyivDay(new Date())}.csv"`,
  })
  try {
    await pipeline(Readable.from(writeCsvParts(db, filter, language)), res)
  } catch (error) {
    // The client has disconnected.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

async function* writeCsvParts(db: Db, filter: OrderFilter, language: Language): AsyncGenerator<string> {
  yield csvStart + csvLine(texts[language].columns)
  let before: string | undefined
  do {
    const ids = await readOrderIds(db, filter, BATCH_SIZE, before)
    const orders = await readOrdersById(db, ids)
    if (orders.length > 0) yield orders.map((order) => csvLine(toCells(order, language))).join('')
    before = ids.length === BATCH_SIZE ? ids.at(-1) : undefined
  } while (before)
}

function toCells(order: StoredOrder, language: Language): string[] {
  const { id, createdAt, status, customerName, customerPhone, customerComment, lines, total, quotedTotal } = order
  const products = lines.map(({ names, slug, packageSize, quantity, isBackorder }) =>
    sanitiseLine(
      `${pickName(names, slug, language)} ${packageSize} × ${quantity}${isBackorder ? ` (${texts[language].backorder})` : ''}`,
    ),
  )
  const adjustments = order.adjustments.map(
    (adjustment) => `${texts[language][adjustment.kind]} ${formatAmount(signedAmount(adjustment))}`,
  )
  return [
    orderNumber(id),
    dateTimeFormat.format(createdAt),
    texts[language][status],
    sanitiseLine(customerName),
    sanitiseLine(customerPhone),
    sanitiseLines(customerComment ?? ''),
    [...products, ...adjustments].join('\n'),
    total === null ? '' : formatAmount(total),
    quotedTotal === null || quotedTotal === total ? '' : formatAmount(quotedTotal),
    id,
  ]
}

/** Returns hryvnia with a decimal comma, which spreadsheets expect together with `;`. */
const formatAmount = (kopiykas: number): string =>
  (kopiykas < 0 ? '-' : '') + kopiykasToDecimal(Math.abs(kopiykas)).replace('.', ',')
