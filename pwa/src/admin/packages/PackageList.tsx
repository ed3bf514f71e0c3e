import { formatPackage } from '@tsedra/contract/packages'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { formatMultiplier } from '../form/format-multiplier.ts'
import { PackagesForm } from './PackagesForm.tsx'
import { usePackages } from '../form/use-packages.ts'

/** The package sizes of the shop with their multipliers, and their form. */
export function PackageList() {
  const t = useTranslations()
  const language = useLanguage()
  const [isEditing, setIsEditing] = useState(false)
  const query = usePackages()
  return (
    <section className="info-pages" aria-labelledby="packages">
      <h2 className="serif t-1" id="packages">
        {t('admin.packages.title')}
      </h2>
      {query.data && (
        <ul>
          {query.data.packages.map(({ size, multiplier }) => (
            <li key={size}>
              {formatPackage(size, language)} <span className="muted">{formatMultiplier(multiplier, language)}</span>
            </li>
          ))}
        </ul>
      )}
      {!query.data && query.isError && <LoadError onRetry={() => void query.refetch()} />}
      {!query.data && !query.isError && <output className="sk sk--control" aria-label={t('loading')} />}
      <p>
        <button
          type="button"
          className="btn btn--line"
          disabled={!query.isFetchedAfterMount || !query.data}
          onClick={() => setIsEditing(true)}
        >
          <Icon name="pencil" size="i--sm" />
          {t('admin.packages.edit')}
        </button>
      </p>
      {isEditing && query.data && <PackagesForm stored={query.data} onClose={() => setIsEditing(false)} />}
    </section>
  )
}
