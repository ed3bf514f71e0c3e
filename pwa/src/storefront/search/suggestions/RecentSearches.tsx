import { type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { deleteRecentSearches, removeRecentSearch } from '../../../shared/recent-searches.ts'
import { SearchOption } from './Option.tsx'

interface Props {
  id: string
  queries: readonly string[]
  input: RefObject<HTMLInputElement | null>
}

/** The latest searches of this device. A listbox has no buttons, so those that erase are beside it, row by row. */
export function RecentSearches({ id, queries, input }: Props) {
  const t = useTranslations('suggest')
  // The focused button is removed with its search.
  const refocus = () => input.current?.focus()
  return (
    <div className="suggest__recent">
      <div className="suggest__title" aria-hidden="true">
        {t('recent')}
      </div>
      <button
        type="button"
        className="btn btn--quiet btn--sm"
        onClick={() => {
          deleteRecentSearches()
          refocus()
        }}
      >
        {t('clearRecent')}
      </button>
      <div id={id} role="listbox" aria-label={t('recent')}>
        {queries.map((query) => (
          <SearchOption key={query} icon="history" query={query}>
            {query}
          </SearchOption>
        ))}
      </div>
      <div>
        {queries.map((query) => (
          <button
            key={query}
            type="button"
            className="suggest__remove"
            aria-label={t('removeRecent', { query })}
            onClick={() => {
              removeRecentSearch(query)
              refocus()
            }}
          >
            <Icon name="x" size="i--sm" />
          </button>
        ))}
      </div>
    </div>
  )
}
