import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { clearInlinedResponses } from '../../shared/preloaded-responses.ts'
import { showToast } from '../../shared/toasts.ts'
import { persistQueries } from '../../shared/persist-queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { storeShopView } from './store-shop-view.ts'
import { syncCatalogue, type CatalogueUpdate } from './sync-catalogue.ts'

/** First elements of the query keys in queries.ts; the last element is the language. */
const catalogueQueryKinds: readonly unknown[] = [
  'categories',
  'category',
  'featured',
  'products',
  'product',
  'drinks',
  'drink',
  'infoPage',
]

/** Renders nothing: syncs the local catalogue, and refetches the queries that use it. */
export function CatalogueSync() {
  const client = useQueryClient()
  const language = useLanguage()
  const t = useTranslations('renewed')

  const onUpdate = useEffectEvent(({ lang, news }: CatalogueUpdate) => {
    clearInlinedResponses()
    void storeShopView(lang)
    // Active queries refetch in place, the others when they are used again.
    void client.invalidateQueries({
      predicate: ({ queryKey }) => catalogueQueryKinds.includes(queryKey[0]) && queryKey.at(-1) === lang,
    })
    // Not in the admin area: staff made the change.
    if (location.pathname.startsWith('/admin')) return
    if (news && lang === language) showToast({ kind: 'news', title: t('title'), text: t(news) })
  })
  useEffect(() => syncCatalogue(language, (update) => onUpdate(update)), [language])
  useEffect(() => persistQueries(client), [client])
  return null
}
