import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { clearInlinedResponses } from '../../shared/preloaded-responses.ts'
import { showToast } from '../../shared/toasts.ts'
import { persistQueries } from '../../shared/persist-queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { syncCatalogue, type CatalogueUpdate } from './sync-catalogue.ts'

/** First parts of the keys in queries.ts; the last one is the language. */
const catalogueQueryKinds: readonly unknown[] = ['categories', 'category', 'featured', 'products', 'product']

/** Shows nothing: keeps the catalogue on this device, and the screens up to date with it. */
export function CatalogueSync() {
  const client = useQueryClient()
  const language = useLanguage()
  const t = useTranslations('renewed')

  const onUpdate = useEffectEvent(({ lang, news }: CatalogueUpdate) => {
    clearInlinedResponses()
    // On a screen it is asked anew in place, the rest when it is shown again.
    void client.invalidateQueries({
      predicate: ({ queryKey }) => catalogueQueryKinds.includes(queryKey[0]) && queryKey.at(-1) === lang,
    })
    // Staff change them: it would take the place of what the panel says.
    if (location.pathname.startsWith('/admin')) return
    if (news && lang === language) showToast({ title: t('title'), text: t(news) })
  })
  useEffect(() => syncCatalogue(language, (update) => onUpdate(update)), [language])
  useEffect(() => persistQueries(client), [client])
  return null
}
