import { type OrderStatus, orderStatuses } from '@tsedra/contract/orders'
import { InlineKeyboard } from 'grammy'
import { uuidPattern } from '../bot/uuid-pattern.ts'

const buttonLabels: Record<OrderStatus, string> = {
  pending: '↩ Відкрити знову',
  confirmed: '✓ Підтвердити',
  completed: '✓ Завершити',
  cancelled: '✕ Скасувати',
}

/** What staff may do next from the chat; the panel may do anything. */
const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['completed', 'cancelled'],
  completed: ['pending'],
  cancelled: ['pending'],
}

/** What a key does: which order, the status that the key was drawn for, and the one that it sets. */
export interface ButtonAction {
  orderId: string
  from: OrderStatus
  to: OrderStatus
}

/**
 * The keys under a message. They name the status they were drawn for: a key that was overtaken does nothing
 * (infra/decisions/0030-telegram-buttons.md). At most 62 of the 64 bytes that Telegram carries.
 */
export function buildOrderKeyboard(orderId: string, from: OrderStatus): InlineKeyboard {
  const keyboard = new InlineKeyboard()
  for (const to of nextStatuses[from]) keyboard.text(buttonLabels[to], `order:${orderId}:${from}:${to}`)
  return keyboard
}

const status = orderStatuses.join('|')
export const buttonPattern = new RegExp(`^order:(${uuidPattern}):(${status}):(${status})$`)

/** Reads what `keyPattern` has matched. */
export function parseButton([, orderId = '', from, to]: RegExpMatchArray | RegExpExecArray): ButtonAction {
  return { orderId, from: from as OrderStatus, to: to as OrderStatus }
}
