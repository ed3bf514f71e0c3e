import { type OrderStatus, orderStatuses } from '@tsedra/contract/orders'
import { InlineKeyboard } from 'grammy'
import { uuidPattern } from './uuid-pattern.ts'

const buttonLabels: Record<OrderStatus, string> = {
  pending: '↩ Відкрити знову',
  confirmed: '✓ Підтвердити',
  completed: '✓ Завершити',
  cancelled: '✕ Скасувати',
}

/** The status changes that the chat offers; the admin area offers all. */
const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['completed', 'cancelled'],
  completed: ['pending'],
  cancelled: ['pending'],
}

/** The action of a button: the order, the status it was built for, and the status it sets. */
export interface ButtonAction {
  orderId: string
  from: OrderStatus
  to: OrderStatus
}

/**
 * Builds the buttons below a message (infra/decisions/0030-telegram-buttons.md).
 *
 * Callback data contains the status it was built for, so a stale button does nothing; 62 of Telegram's 64 bytes.
 */
export function buildOrderKeyboard(orderId: string, from: OrderStatus): InlineKeyboard {
  const keyboard = new InlineKeyboard()
  for (const to of nextStatuses[from]) keyboard.text(buttonLabels[to], `order:${orderId}:${from}:${to}`)
  return keyboard
}

const status = orderStatuses.join('|')
export const buttonPattern = new RegExp(`^order:(${uuidPattern}):(${status}):(${status})$`)

/** Parses a match of `buttonPattern`. */
export function parseButton([, orderId = '', from, to]: RegExpMatchArray | RegExpExecArray): ButtonAction {
  return { orderId, from: from as OrderStatus, to: to as OrderStatus }
}
