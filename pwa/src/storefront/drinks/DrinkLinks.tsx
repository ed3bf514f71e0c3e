import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { drinksQuery } from '../../catalogue/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { AllDrinksChip } from './AllDrinksChip.tsx'
import { DrinkChips } from './DrinkChips.tsx'
import './drinks.css'

const SHOWN_DRINKS = 10

/** Links to the shop's first drinks. */
export function DrinkLinks() {
  const t = useTranslations('drinks')
  const { data } = useQuery(drinksQuery(useLanguage()))
  // With this element home.css no longer reserves the height of the section.
  if (data?.length === 0) return <span hidden />
  return (
    <section className="section wrap" aria-labelledby="drinks">
      <div className="section__head">
        <h2 className="serif t-3" id="drinks">
          {t('title')}
        </h2>
      </div>
      <DrinkChips drinks={data?.slice(0, SHOWN_DRINKS)}>
        <AllDrinksChip />
      </DrinkChips>
    </section>
  )
}
