import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../../notices/notices.ts'
import { useLanguage } from '../../shared/language.ts'
import { askCatalogueAgain } from '../queries.ts'
import { keepCatalogue } from './keep.ts'

/** Shows nothing: keeps the catalogue on this device, and the screens up to date with it. */
export function CatalogueKeeper() {
  const client = useQueryClient()
  const language = useLanguage()
  const t = useTranslations('notice')

  useEffect(
    () =>
      keepCatalogue(language, ({ lang, pricesChanged }) => {
        void askCatalogueAgain(client, lang)
        if (pricesChanged && lang === language) notify({ title: t('catalogueUpdated'), text: t('pricesChanged') })
      }),
    [client, language, t],
  )
  return null
}
