import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '@tsedra/contract/orders'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { openOrder } from '../shared/order-request.ts'
import { productQuery } from '../catalogue/queries.ts'
import { notify } from '../shared/notices.ts'
import { isMissing } from '../shared/api.ts'
import { formatMoney, formatPackage } from '../shared/i18n/format.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { type Difference, orderAgain, type Sold } from './order-again.ts'

/** Opens the order dialog with what was ordered, as it is sold today, and says what differs. */
export function useOrderAgain({ items: lines }: Order): { busy: boolean; again: () => Promise<void> } {
  const t = useTranslations()
  const language = useLanguage()
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  return { busy, again }

  async function again(): Promise<void> {
    setBusy(true)
    try {
      const { items, differences } = orderAgain(lines, await soldToday())
      const remarks = differences.map(words)
      if (items.length > 0) openOrder({ items, from: 'purchase', remarks })
      else notify({ kind: 'bad', title: t('profile.purchases.nothingLeft'), text: remarks.join(' ') })
    } catch {
      notify({ kind: 'bad', title: t('profile.purchases.unknown'), text: t('error.network') })
    } finally {
      setBusy(false)
    }
  }

  /** @throws Unreachable when neither this phone nor the shop can tell */
  async function soldToday(): Promise<Map<string, Sold>> {
    const slugs = new Set(lines.flatMap(({ slug }) => slug ?? []))
    const found = await Promise.all(
      [...slugs].map((slug) =>
        cache.fetchQuery({ ...productQuery(slug, language), staleTime: 0 }).catch((error: unknown) => {
          if (isMissing(error)) return undefined
          throw error
        }),
      ),
    )
    return new Map(found.flatMap((product) => (product ? [[product.slug, product]] : [])))
  }

  function words(difference: Difference): string {
    const { name } = difference
    if (difference.what === 'gone') return t('order.unavailable.gone', { name })
    const size = formatPackage(difference.packageSize, language)
    if (difference.what === 'package') return t('order.unavailable.package', { name, size })
    const before = formatMoney(difference.before, language)
    const now = formatMoney(difference.now, language)
    return t('profile.purchases.price', { name, size, before, now })
  }
}
