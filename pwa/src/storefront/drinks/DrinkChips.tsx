import type { ReactNode } from 'react'
import type { Drink } from '../../catalogue/queries.ts'
import { selectTexts } from '../../catalogue/translations.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Link } from '../../shared/ui/Link.tsx'

interface Props {
  /** Undefined while they load or if they cannot be loaded. */
  drinks: readonly Drink[] | undefined
  /** List items after the drinks. */
  children?: ReactNode
}

/** Links to drinks: a row that scrolls on phones, wrapped on wider screens. Its height is reserved while they load. */
export function DrinkChips({ drinks, children }: Props) {
  return (
    <ul className="drink-chips">
      {drinks?.map((drink) => (
        <DrinkChip key={drink.slug} drink={drink} />
      ))}
      {children}
    </ul>
  )
}

function DrinkChip({ drink: { slug, translations } }: { drink: Drink }) {
  const { texts, lang } = selectTexts(translations, useLanguage())
  return (
    <li>
      <Link className="drink-chip" to={`/drink/${slug}`} lang={lang}>
        {texts?.name ?? slug}
      </Link>
    </li>
  )
}
