import { formatPackage } from '@tsedra/contract/packages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { openOrderDialog } from '../../shared/order-dialog-state.ts'
import { productQuery } from '../../catalogue/queries.ts'
import { showToast } from '../../shared/toasts.ts'
import { isNotFound } from '../../shared/api.ts'
import { formatMoney } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import type { LastOrderLine } from '../../shared/last-order.ts'
import { type Difference, planReorder, type CurrentProduct } from './plan-reorder.ts'

/** Returns a function that opens the order dialog with the lines of an order at today's prices, with remarks on changes. */
export function useReorder(lines: readonly LastOrderLine[]): { busy: boolean; reorder: () => Promise<void> } {
  const t = useTranslations()
  const language = useLanguage()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  return { busy, reorder }

  async function reorder(): Promise<void> {
    setBusy(true)
    try {
      const { items, differences } = planReorder(lines, await fetchCurrentProducts())
      const remarks = differences.map(differenceText)
      if (items.length > 0) openOrderDialog({ items, from: 'purchase', remarks })
      else showToast({ kind: 'bad', title: t('reorder.nothingLeft'), text: remarks.join(' ') })
    } catch {
      showToast({ kind: 'bad', title: t('reorder.unknown'), text: t('error.network') })
    } finally {
      setBusy(false)
    }
  }

  /** @throws UnreachableError when neither the local catalogue nor the API returns a product */
  async function fetchCurrentProducts(): Promise<Map<string, CurrentProduct>> {
    const slugs = new Set(lines.flatMap(({ slug }) => slug ?? []))
    const products = await Promise.all(
      [...slugs].map((slug) =>
        client.fetchQuery({ ...productQuery(slug, language), staleTime: 0 }).catch((error: unknown) => {
          if (isNotFound(error)) return undefined
          throw error
        }),
      ),
    )
    return new Map(products.flatMap((product) => (product ? [[product.slug, product]] : [])))
  }

  function differenceText(difference: Difference): string {
    const { name } = difference
    if (difference.kind === 'gone') return t('order.unavailable.gone', { name })
    const size = formatPackage(difference.packageSize, language)
    if (difference.kind === 'package') return t('order.unavailable.package', { name, size })
    const before = formatMoney(difference.before, language)
    const now = formatMoney(difference.now, language)
    return t('reorder.price', { name, size, before, now })
  }
}
