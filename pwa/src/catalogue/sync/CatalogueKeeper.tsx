import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { forgetTold } from '../../shared/asked-early.ts'
import { notify } from '../../shared/notices.ts'
import { keepFirstPaint } from '../../shared/kept-queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { keepCatalogue, type Renewed } from './keep.ts'

/** First parts of the keys in queries.ts; the last one is the language. */
const kinds: readonly unknown[] = ['categories', 'category', 'featured', 'products', 'product']

/** Shows nothing: keeps the catalogue on this device, and the screens up to date with it. */
export function CatalogueKeeper() {
  const client = useQueryClient()
  const language = useLanguage()
  const t = useTranslations('renewed')

  const told = useEffectEvent(({ lang, news }: Renewed) => {
    forgetTold()
    // On a screen it is asked anew in place, the rest when it is shown again.
    void client.invalidateQueries({
      predicate: ({ queryKey }) => kinds.includes(queryKey[0]) && queryKey.at(-1) === lang,
    })
    // Staff change them: it would take the place of what the panel says.
    if (location.pathname.startsWith('/admin')) return
    if (news && lang === language) notify({ title: t('title'), text: t(news) })
  })
  useEffect(() => keepCatalogue(language, (renewed) => told(renewed)), [language])
  useEffect(() => keepFirstPaint(client), [client])
  return null
}
