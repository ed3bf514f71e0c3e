import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Link } from '../../shared/ui/Link.tsx'

/** The link to the list of all drinks, at the end of a row of links to some. */
export function AllDrinksChip() {
  const t = useTranslations('drinks')
  return (
    <li>
      <Link className="drink-chip drink-chip--all" to="/drinks">
        {t('all')}
        <Icon name="arrow-right" size="i--sm" />
      </Link>
    </li>
  )
}
