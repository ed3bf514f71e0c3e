import { formatPackage, type PackageSize } from '@tsedra/contract/packages'
import { useTranslations } from 'use-intl'
import type texts from '../shared/i18n/locales/orders.ua.json'
import type { Entry } from '../outbox/entry.ts'
import type { EntryReason } from '../outbox/reason.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { formatDay, formatTime } from '../shared/i18n/format-date-time.ts'

type ReasonKey = keyof (typeof texts)['order']['refused']

/** Foreign responses in a row after which the text explains more than "no network". */
const MANY_FOREIGN_RESPONSES = 8

type RetryState = Partial<Pick<Entry, 'foreignInRow' | 'nextAt'>>

/** Returns a function that translates why an order waits or was rejected; it names unavailable products. */
export function useReasonText(): (reason: EntryReason | null, detail?: unknown, retry?: RetryState) => string {
  const t = useTranslations('order')
  const language = useLanguage()

  return (reason, detail, { foreignInRow = 0, nextAt = 0 } = {}) => {
    if (reason === 'too_many_requests' && nextAt > Date.now()) {
      return t('refused.limitedUntil', { time: formatTime(nextAt, language) })
    }
    if (reason === 'unavailable') {
      const itemTexts = parseUnavailableItems(detail).map(({ name, packageSize, unavailableReason, stock }) => {
        const values = {
          name: name || t('unavailable.unnamed'),
          size: packageSize ? formatPackage(packageSize, language) : '',
        }
        if (packageSize && stock === 'out') return t('unavailable.out', values)
        if (packageSize && stock) return t('unavailable.back', { ...values, day: formatDay(stock, language) })
        return unavailableReason === 'package' && packageSize
          ? t('unavailable.package', values)
          : t('unavailable.gone', values)
      })
      if (itemTexts.length > 0) return itemTexts.join(' ')
    }
    if (foreignInRow >= MANY_FOREIGN_RESPONSES) return t('refused.foreignLong')
    return t(`refused.${reasonKeyOf(reason)}`)
  }
}

const translatedReasons: readonly ReasonKey[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'order_differs',
  'account_mismatch',
  'order_cancelled',
  'reopened',
  'too_large',
  'unsupported_media_type',
  'unavailable',
  'client_too_old',
  'too_many_requests',
  'internal',
  'busy',
  'stale',
  'network',
]

function reasonKeyOf(reason: EntryReason | null): ReasonKey {
  if (reason === 'portal' || reason?.startsWith('foreign-')) return 'foreign'
  return translatedReasons.find((key) => key === reason) ?? (reason?.startsWith('http-') ? 'internal' : 'unknown')
}

interface UnavailableItem {
  productId: unknown
  name: string
  packageSize: PackageSize | undefined
  unavailableReason: unknown
  /** Of a package that is sold: `out`, or the day on which it is back. */
  stock: string | undefined
}

/** Returns the unavailable items of a 422 response. `detail` is unvalidated, so each field is checked. */
export function parseUnavailableItems(detail: unknown): UnavailableItem[] {
  const items = isRecord(detail) && Array.isArray(detail['items']) ? (detail['items'] as unknown[]) : []
  return items.filter(isRecord).map(({ productId, name, packageSize, reason, stock }) => ({
    productId,
    name: typeof name === 'string' ? name : '',
    packageSize: isPackageSize(packageSize) ? packageSize : undefined,
    unavailableReason: reason,
    stock: typeof stock === 'string' && /^(?:out|\d{4}-\d\d-\d\d)$/.test(stock) ? stock : undefined,
  }))
}

const isPackageSize = (value: unknown): value is PackageSize =>
  value === '50г' || value === '100г' || value === '500г' || value === '1кг'
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
