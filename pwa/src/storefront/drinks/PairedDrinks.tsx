import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { drinksQuery } from '../../catalogue/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { DrinkChips } from './DrinkChips.tsx'
import './drinks.css'

const SHOWN_DRINKS = 6

/** Links to the drinks that a product goes with, the most characteristic first. */
export function PairedDrinks({ slugs }: { slugs: readonly string[] }) {
  const t = useTranslations('drinks')
  const { data } = useQuery(drinksQuery(useLanguage()))
  const drinks = data && slugs.flatMap((slug) => data.find((drink) => drink.slug === slug) ?? [])
  return (
    <section className="paired-drinks" aria-labelledby="paired-drinks">
      <h2 className="sm muted" id="paired-drinks">
        {t('goesWith')}
      </h2>
      <DrinkChips drinks={drinks?.slice(0, SHOWN_DRINKS)} />
    </section>
  )
}
