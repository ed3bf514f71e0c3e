import { type Language, locale } from '@tsedra/contract/language'
import { orderNumber } from '@tsedra/contract/order-number'
import type { OrderEmailRecipient } from '@tsedra/database/order-emails'
import type { StoredOrder } from '@tsedra/database/orders'
import { createMoneyFormat, formatOrderLines, sumLabels } from '@tsedra/service/order-text'

type About = OrderEmailRecipient['about']

interface OrderEmailTexts {
  headlines: Record<About, (number: string) => string>
  /** `by` is when staff answer at the latest. */
  promise: (by: string) => string
  open: string
  questions: (shopEmail: string) => string
  unsubscribe: string
}

const texts: Record<Language, OrderEmailTexts> = {
  ua: {
    headlines: {
      receipt: (number) => `Замовлення ${number} отримано`,
      pending: (number) => `Замовлення ${number} очікує підтвердження`,
      confirmed: (number) => `Замовлення ${number} підтверджено`,
      completed: (number) => `Замовлення ${number} виконано`,
      cancelled: (number) => `Замовлення ${number} скасовано`,
      amended: (number) => `Магазин змінив замовлення ${number}`,
    },
    promise: (by) => `Дякуємо! Відповімо не пізніше ніж ${by}.`,
    open: 'Переглянути замовлення',
    questions: (shopEmail) => `Питання? Пишіть нам: ${shopEmail}`,
    unsubscribe: 'Не надсилати листів про замовлення',
  },
  ru: {
    headlines: {
      receipt: (number) => `Заказ ${number} получен`,
      pending: (number) => `Заказ ${number} ожидает подтверждения`,
      confirmed: (number) => `Заказ ${number} подтверждён`,
      completed: (number) => `Заказ ${number} выполнен`,
      cancelled: (number) => `Заказ ${number} отменён`,
      amended: (number) => `Магазин изменил заказ ${number}`,
    },
    promise: (by) => `Спасибо! Ответим не позднее чем ${by}.`,
    open: 'Посмотреть заказ',
    questions: (shopEmail) => `Вопросы? Пишите нам: ${shopEmail}`,
    unsubscribe: 'Не присылать писем о заказах',
  },
  en: {
    headlines: {
      receipt: (number) => `We have received order ${number}`,
      pending: (number) => `Order ${number} is waiting for confirmation`,
      confirmed: (number) => `Order ${number} is confirmed`,
      completed: (number) => `Order ${number} is completed`,
      cancelled: (number) => `Order ${number} is cancelled`,
      amended: (number) => `The shop has changed order ${number}`,
    },
    promise: (by) => `Thank you! We will answer by ${by}.`,
    open: 'View the order',
    questions: (shopEmail) => `Questions? Email us: ${shopEmail}`,
    unsubscribe: 'Stop e-mails about orders',
  },
}

interface EmailContext {
  language: Language
  shop: { name: string; email: string }
  orderUrl: string
  unsubscribeUrl: string
}

/** Builds an e-mail about an order, as plain text and as HTML; it contains nothing that the customer typed. */
export function buildOrderEmail(
  order: StoredOrder,
  about: About,
  { language, shop, orderUrl, unsubscribeUrl }: EmailContext,
): { subject: string; text: string; html: string } {
  const { headlines, promise, open, questions, unsubscribe } = texts[language]
  const headline = headlines[about](orderNumber(order.id))
  const paragraphs = [
    ...(about === 'receipt' ? [[promise(formatDeadline(order, language))]] : []),
    ...(about === 'cancelled' ? [] : [formatOrderLines(order, language)]),
    ...(order.total === null ? [] : [[`${sumLabels[language].total}: ${createMoneyFormat(language)(order.total)}`]]),
  ].filter((lines) => lines.length > 0)
  const text = [
    `${headline}.`,
    ...paragraphs.map((lines) => lines.join('\n')),
    `${open}:\n${orderUrl}`,
    questions(shop.email),
    `${unsubscribe}:\n${unsubscribeUrl}`,
  ].join('\n\n')
  const html = [
    `<p><b>${escapeHtml(headline)}.</b></p>`,
    ...paragraphs.map((lines) => `<p>${lines.map(escapeHtml).join('<br>')}</p>`),
    `<p>${createAnchor(orderUrl, open)}</p>`,
    `<p>${escapeHtml(questions(shop.email))}</p>`,
    `<p><small>${createAnchor(unsubscribeUrl, unsubscribe)}</small></p>`,
  ].join('\n')
  return { subject: `${headline}, ${shop.name}`, text, html: `<!doctype html>\n${html}\n` }
}

function formatDeadline({ createdAt, promiseHours }: StoredOrder, language: Language): string {
  const format = new Intl.DateTimeFormat(locale[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Kyiv',
  })
  return format.format(new Date(createdAt.getTime() + promiseHours * 3_600_000))
}

const createAnchor = (url: string, label: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// mutation test: order-email-escaped
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => htmlEntities[character] ?? '')
