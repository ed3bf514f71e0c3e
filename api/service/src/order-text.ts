import { type Language, locale, pickTranslation } from '@tsedra/contract/language'
import { type AdjustmentKind, signedAmount } from '@tsedra/contract/order-adjustments'
import { formatPackage } from '@tsedra/contract/packages'
import { sanitiseInline } from './sanitise-text.ts'

/** A line of an order; money in kopiykas. */
interface TextLine {
  slug: string
  names: Partial<Record<Language, string>>
  packageSize: string
  quantity: number
  unitPrice: number
}

interface TextAdjustment {
  kind: AdjustmentKind
  amount: number
  reason?: string
}

type FormatMoney = (kopiykas: number) => string

/** Labels of adjustments and the total in messages to customers. */
export const sumLabels: Record<Language, Record<AdjustmentKind | 'total', string>> = {
  ua: { delivery: 'Доставка', discount: 'Знижка', surcharge: 'Доплата', total: 'Разом' },
  ru: { delivery: 'Доставка', discount: 'Скидка', surcharge: 'Доплата', total: 'Итого' },
  en: { delivery: 'Delivery', discount: 'Discount', surcharge: 'Surcharge', total: 'Total' },
}

/** Returns a formatter of sums in kopiykas for messages, which have them as the pages do. */
export function createMoneyFormat(language: Language): FormatMoney {
  const currency = { style: 'currency', currency: 'UAH', currencyDisplay: 'narrowSymbol' } as const
  const hryvnia = new Intl.NumberFormat(locale[language], currency)
  return (kopiykas) => hryvnia.format(kopiykas / 100)
}

/** Returns the lines and the adjustments of an order, each as one line of a message to its customer. */
export function formatOrderLines(
  { lines, adjustments }: { lines: readonly TextLine[]; adjustments: readonly TextAdjustment[] },
  language: Language,
): string[] {
  const format = createMoneyFormat(language)
  return [
    ...lines.map((line) => formatLine(line, language, format)),
    ...adjustments.map((adjustment) => formatAdjustment(adjustment, sumLabels[language], format)),
  ]
}

function formatLine(line: TextLine, language: Language, format: FormatMoney): string {
  const { names, slug, packageSize, quantity, unitPrice } = line
  const translations = Object.entries(names).map(([key, name]) => ({ language: key as Language, name }))
  const name = pickTranslation(translations, language)?.name ?? slug
  return `• ${sanitiseInline(name)}, ${formatPackage(packageSize, language)} × ${quantity}: ${format(unitPrice * quantity)}`
}

/** Returns an adjustment with its sign and its reason. */
export function formatAdjustment(
  adjustment: TextAdjustment,
  labels: Record<AdjustmentKind, string>,
  format: FormatMoney,
): string {
  const reason = adjustment.reason ? ` (${sanitiseInline(adjustment.reason)})` : ''
  return `${labels[adjustment.kind]}${reason}: ${format(signedAmount(adjustment))}`
}
