import { locale, pickTranslation, type Language } from '@tsedra/contract/language'
import { orderNumber } from '@tsedra/contract/order-number'
import type { OrderStatus } from '@tsedra/contract/orders'
import type { LastStatusChange } from '@tsedra/database/order-status'
import type { StoredLine, StoredOrder } from '@tsedra/database/orders'
import { createMoneyFormat, formatAdjustment, sumLabels } from '@tsedra/service/order-text'
import { sanitiseLine, sanitiseLines, sanitiseInline } from '@tsedra/service/sanitise-text'

/** Telegram's limit, in UTF-16 code units. */
const MESSAGE_LIMIT = 4_096
/** Maximum length of a comment in a message that exceeds the limit. */
const COMMENT_LIMIT = 800

const formatMoney = createMoneyFormat('ua')

const dateTimeFormat = new Intl.DateTimeFormat(locale.ua, {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Kyiv',
})

interface Options {
  publicOrigin: string
  /** The message may have arrived before. */
  repeated: boolean
}

interface OrderOptions extends Options {
  /** The last status change, if any. */
  lastChange?: LastStatusChange | undefined
  /** The id of the order that this one may duplicate. */
  duplicateOf?: string | undefined
}

/** Returns the address of the order's drawer in the admin area. */
const drawerUrl = (publicOrigin: string, orderId: string): string => `${publicOrigin}/admin/orders?order=${orderId}`

/** Builds the staff message as plain text, so customer input is never interpreted as markup. */
export function buildOrderText(
  order: StoredOrder,
  { publicOrigin, repeated, lastChange, duplicateOf }: OrderOptions,
): { full: string; short: string } {
  const head = [
    ...(repeated ? ['↻ повторно: це замовлення могло вже надійти'] : []),
    `${order.lines.length > 0 ? 'Нове замовлення' : 'Новий запит'} ${orderNumber(order.id)}`,
    sanitiseLine(order.customerName),
    order.phoneIsValid ? order.customerPhone : `${sanitiseInline(order.customerPhone)} (номер не вдалося перевірити)`,
    ...formatStatus(order.status, lastChange),
    ...(order.amendedAt ? [`✎ Змінено магазином · ${dateTimeFormat.format(order.amendedAt)}`] : []),
    ...(duplicateOf ? [`⚠ Можливий дублікат замовлення ${orderNumber(duplicateOf)}`] : []),
    ...(order.source === 'phone' ? ['Прийнято телефоном'] : []),
    ...(order.isSuspect ? ['⚠ Схоже на спам: перевірте, перш ніж відповідати'] : []),
  ]
  const sums = [
    ...order.adjustments.map((adjustment) => formatAdjustment(adjustment, sumLabels.ua, formatMoney)),
    ...(order.total === null ? [] : [`Разом: ${formatMoney(order.total)}`]),
    ...(order.quotedTotal === null || order.quotedTotal === order.total || order.amendedAt
      ? []
      : [`Покупець бачив суму: ${formatMoney(order.quotedTotal)}`]),
  ]
  const link = drawerUrl(publicOrigin, order.id)
  const lines = order.lines.map(formatLine)
  const short = [...head, ...sums, link].join('\n')

  const fullComment = order.customerComment && sanitiseLines(order.customerComment)
  const fullText = joinSections(head, lines, sums, fullComment, link)
  if (fullText.length <= MESSAGE_LIMIT) return { full: fullText, short }

  const comment = fullComment && truncate(fullComment, COMMENT_LIMIT)
  for (let lineCount = lines.length; lineCount > 0; lineCount -= 1) {
    const omitted = lines.length - lineCount
    const shownLines = omitted > 0 ? [...lines.slice(0, lineCount), `…і ще рядків: ${omitted}`] : lines
    const text = joinSections(head, shownLines, sums, comment, link)
    if (text.length <= MESSAGE_LIMIT) return { full: text, short }
  }
  return { full: joinSections(head, [], sums, comment, link), short }
}

/** Builds the message about a cancellation by the customer: number, name, phone, total and link. */
export function buildCancelText(order: StoredOrder, { publicOrigin, repeated }: Options): string {
  return [
    ...(repeated ? ['↻ повторно: це повідомлення могло вже надійти'] : []),
    `✕ Скасовано покупцем: ${orderNumber(order.id)}`,
    sanitiseLine(order.customerName),
    sanitiseLine(order.customerPhone),
    ...(order.total === null ? [] : [`Разом: ${formatMoney(order.total)}`]),
    drawerUrl(publicOrigin, order.id),
  ].join('\n')
}

const statusTexts: Record<OrderStatus, string> = {
  pending: '↩ Знову очікує',
  confirmed: '✓ Підтверджено',
  completed: '✓ Виконано',
  cancelled: '✕ Скасовано',
}

/** Returns the line with the last status change, its author and time; none before the first change. */
function formatStatus(status: OrderStatus, lastChange: LastStatusChange | undefined): string[] {
  if (!lastChange) return status === 'pending' ? [] : [statusTexts[status]]
  const by = lastChange.actor === 'customer' ? ' покупцем' : ''
  return [
    [
      `${statusTexts[status]}${by}`,
      ...(lastChange.name ? [sanitiseInline(lastChange.name)] : []),
      dateTimeFormat.format(lastChange.at),
    ].join(' · '),
  ]
}

function joinSections(head: string[], lines: string[], sums: string[], comment: string | null, link: string): string {
  // Each line of a comment is prefixed, so that it cannot imitate a line of the message.
  const quoted = comment ? ['Коментар:', ...comment.split('\n').map((line) => `> ${line}`)] : []
  return [head, lines, sums, quoted, [link]]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}

function formatLine({ names, slug, packageSize, quantity, unitPrice, isBackorder }: StoredLine): string {
  const translations = Object.entries(names).map(([language, name]) => ({ language: language as Language, name }))
  const name = pickTranslation(translations, 'ua')?.name ?? slug
  return `• ${sanitiseInline(name)}, ${packageSize} × ${quantity}: ${formatMoney(unitPrice)} → ${formatMoney(unitPrice * quantity)}${isBackorder ? ' · ⚠ побажання: немає в наявності' : ''}`
}

/** Truncates between characters, never inside a surrogate pair. */
function truncate(text: string, units: number): string {
  if (text.length <= units) return text
  const truncated = text.slice(0, units)
  return `${truncated.isWellFormed() ? truncated : truncated.slice(0, -1)}…`
}
