import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { drinksQuery } from '../../catalogue/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { AllDrinksChip } from './AllDrinksChip.tsx'
import { DrinkChips } from './DrinkChips.tsx'

const SHOWN_DRINKS = 8

/** Links to the drinks that follow this one in the shop's order, so that every drink is linked from others. */
export function OtherDrinks({ slug }: { slug: string }) {
  const t = useTranslations('drinks')
  const { data } = useQuery(drinksQuery(useLanguage()))
  const position = data?.findIndex((drink) => drink.slug === slug) ?? -1
  const following = data && [...data.slice(position + 1), ...data.slice(0, Math.max(position, 0))]
  return (
    <section className="section wrap" aria-labelledby="other-drinks">
      <div className="section__head">
        <h2 className="serif t-3" id="other-drinks">
          {t('others')}
        </h2>
      </div>
      <DrinkChips drinks={following?.slice(0, SHOWN_DRINKS)}>
        <AllDrinksChip />
      </DrinkChips>
    </section>
  )
}
