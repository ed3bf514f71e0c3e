import { locale, pickTranslation, type Language } from '@tsedra/contract/language'
import { orderNumber } from '@tsedra/contract/order-number'
import type { OrderStatus } from '@tsedra/contract/orders'
import type { LastMove } from '@tsedra/database/order-status'
import type { StoredLine, StoredOrder } from '@tsedra/database/orders'
import { staffLine, staffLines, staffWords } from '@tsedra/service/staff-text'

/** Telegram's limit, counted as JavaScript counts. */
const LIMIT = 4_096
/** Characters of a comment that are kept when the whole is too long. */
const COMMENT_KEPT = 800

const hryvnia = new Intl.NumberFormat(locale.ua, { style: 'currency', currency: 'UAH' })
const money = (kopiykas: number): string => hryvnia.format(kopiykas / 100)

const clock = new Intl.DateTimeFormat(locale.ua, { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Kyiv' })

interface Options {
  publicOrigin: string
  /** The message may have arrived before. */
  repeated: boolean
}

interface OrderOptions extends Options {
  /** What became of it, when something did. */
  move?: LastMove | undefined
  /** The order that it may be a duplicate of. */
  duplicateOf?: string | undefined
}

/** The order's drawer in the admin panel. */
const drawerUrl = (publicOrigin: string, orderId: string): string => `${publicOrigin}/admin/orders?order=${orderId}`

/** What staff read, as plain text: nothing in it is markup, whatever a customer has typed. */
export function orderText(
  order: StoredOrder,
  { publicOrigin, repeated, move, duplicateOf }: OrderOptions,
): { full: string; short: string } {
  const head = [
    ...(repeated ? ['↻ повторно: це замовлення могло вже надійти'] : []),
    `${order.lines.length > 0 ? 'Нове замовлення' : 'Новий запит'} ${orderNumber(order.id)}`,
    staffLine(order.customerName),
    order.phoneIsValid ? order.customerPhone : `${staffWords(order.customerPhone)} (номер не вдалося перевірити)`,
    ...stateLine(order.status, move),
    ...(duplicateOf ? [`⚠ Можливий дублікат замовлення ${orderNumber(duplicateOf)}`] : []),
    ...(order.isSuspect ? ['⚠ Схоже на спам: перевірте, перш ніж відповідати'] : []),
  ]
  const sums = [
    ...(order.total === null ? [] : [`Разом: ${money(order.total)}`]),
    ...(order.quotedTotal === null || order.quotedTotal === order.total
      ? []
      : [`Покупець бачив суму: ${money(order.quotedTotal)}`]),
  ]
  const link = drawerUrl(publicOrigin, order.id)
  const lines = order.lines.map(lineText)
  const short = [...head, ...sums, link].join('\n')

  const typed = order.customerComment && staffLines(order.customerComment)
  const whole = compose(head, lines, sums, typed, link)
  if (whole.length <= LIMIT) return { full: whole, short }

  const comment = typed && clip(typed, COMMENT_KEPT)
  for (let kept = lines.length; kept > 0; kept -= 1) {
    const left = lines.length - kept
    const shown = left > 0 ? [...lines.slice(0, kept), `…і ще рядків: ${left}`] : lines
    const text = compose(head, shown, sums, comment, link)
    if (text.length <= LIMIT) return { full: text, short }
  }
  return { full: compose(head, [], sums, comment, link), short }
}

/** What staff read when a customer takes an order back: enough to find the first message and to leave the phone alone. */
export function cancelText(order: StoredOrder, { publicOrigin, repeated }: Options): string {
  return [
    ...(repeated ? ['↻ повторно: про це могло вже надійти'] : []),
    `✕ Скасовано покупцем: ${orderNumber(order.id)}`,
    staffLine(order.customerName),
    staffLine(order.customerPhone),
    ...(order.total === null ? [] : [`Разом: ${money(order.total)}`]),
    drawerUrl(publicOrigin, order.id),
  ].join('\n')
}

const states: Record<OrderStatus, string> = {
  pending: '↩ Знову очікує',
  confirmed: '✓ Підтверджено',
  completed: '✓ Виконано',
  cancelled: '✕ Скасовано',
}

/** What became of the order, by whom and when; nothing as long as nothing did. */
function stateLine(status: OrderStatus, move: LastMove | undefined): string[] {
  if (!move) return status === 'pending' ? [] : [states[status]]
  const by = move.actor === 'customer' ? ' покупцем' : ''
  return [[`${states[status]}${by}`, ...(move.name ? [staffWords(move.name)] : []), clock.format(move.at)].join(' · ')]
}

function compose(head: string[], lines: string[], sums: string[], comment: string | null, link: string): string {
  // Every line of a comment is marked, so that none of them passes for one of ours.
  const quoted = comment ? ['Коментар:', ...comment.split('\n').map((line) => `> ${line}`)] : []
  return [head, lines, sums, quoted, [link]]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}

function lineText({ names, slug, packageSize, quantity, unitPrice }: StoredLine): string {
  const translations = Object.entries(names).map(([language, name]) => ({ language: language as Language, name }))
  const name = pickTranslation(translations, 'ua')?.name ?? slug
  return `• ${staffWords(name)}, ${packageSize} × ${quantity}: ${money(unitPrice)} → ${money(unitPrice * quantity)}`
}

/** Cuts between characters, never inside one. */
function clip(text: string, units: number): string {
  if (text.length <= units) return text
  const cut = text.slice(0, units)
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`
}
