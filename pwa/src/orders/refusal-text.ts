import type { PackageSize } from '@tsedra/contract/packages'
import { useTranslations } from 'use-intl'
import type texts from '../shared/i18n/locales/orders.ua.json'
import type { Entry } from '../outbox/entry.ts'
import { formatPackage } from '../shared/i18n/format.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { formatHour } from '../shared/i18n/moment.ts'

type Reason = keyof (typeof texts)['order']['refused']

/** Foreign answers in a row after which more is said than "no network". */
const LONG_IN_ROW = 8

type Waits = Partial<Pick<Entry, 'foreignInRow' | 'nextAt'>>

/** Why a request waits or was refused, in the reader's words; products that are gone are named. */
export function useRefusalText(): (reason: string | null, detail?: unknown, waits?: Waits) => string {
  const t = useTranslations('order')
  const language = useLanguage()

  return (reason, detail, { foreignInRow = 0, nextAt = 0 } = {}) => {
    if (reason === 'too_many_requests' && nextAt > Date.now()) {
      return t('refused.limitedUntil', { time: formatHour(nextAt, language) })
    }
    if (reason === 'unavailable') {
      const named = unavailableItems(detail).map(({ name, packageSize, why }) => {
        const values = {
          name: name || t('unavailable.unnamed'),
          size: packageSize ? formatPackage(packageSize, language) : '',
        }
        return why === 'package' && packageSize ? t('unavailable.package', values) : t('unavailable.gone', values)
      })
      if (named.length > 0) return named.join(' ')
    }
    if (foreignInRow >= LONG_IN_ROW) return t('refused.foreignLong')
    return t(`refused.${known(reason)}`)
  }
}

const same: readonly Reason[] = [
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

function known(reason: string | null): Reason {
  if (reason === 'portal' || reason?.startsWith('foreign-')) return 'foreign'
  return same.find((each) => each === reason) ?? (reason?.startsWith('http-') ? 'internal' : 'unknown')
}

interface UnavailableItem {
  productId: unknown
  name: string
  packageSize: PackageSize | undefined
  why: unknown
}

/** What a 422 says is not sold any more; from the wire, so nothing about it is certain. */
export function unavailableItems(detail: unknown): UnavailableItem[] {
  const items = isRecord(detail) && Array.isArray(detail['items']) ? (detail['items'] as unknown[]) : []
  return items.filter(isRecord).map(({ productId, name, packageSize, reason }) => ({
    productId,
    name: typeof name === 'string' ? name : '',
    packageSize: isPackage(packageSize) ? packageSize : undefined,
    why: reason,
  }))
}

const isPackage = (value: unknown): value is PackageSize =>
  value === '50г' || value === '100г' || value === '500г' || value === '1кг'
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
