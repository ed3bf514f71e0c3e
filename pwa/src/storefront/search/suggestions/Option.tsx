import { type ReactNode, use, useId } from 'react'
import { addRecentSearch } from '../../../shared/recent-searches.ts'
import { countSearch, reportSearches } from '../search-counts.ts'
import { Icon, type IconName } from '../../../shared/ui/Icon.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { ComboboxContext } from './combobox-context.ts'

interface Props {
  to: string
  className?: string
  /** Called when the option is opened with a click or Enter. */
  onOpen?: () => void
  children: ReactNode
}

/** An option that is a link: a click with a modifier key opens a new tab and calls nothing here. The input keeps the focus. */
export function Option({ to, className = '', onOpen, children }: Props) {
  const id = useId()
  const { activeId, onChoose } = use(ComboboxContext)
  return (
    <Link
      id={id}
      role="option"
      aria-selected={activeId === id}
      tabIndex={-1}
      className={`suggest__option ${className}`}
      to={to}
      onClick={() => {
        onOpen?.()
        onChoose()
      }}
    >
      {children}
    </Link>
  )
}

/** An option that searches for a text. The page of its results counts the search. */
export function SearchOption({ query, icon, children }: { query: string; icon: IconName; children: ReactNode }) {
  return (
    <Option to={`/?search=${encodeURIComponent(query)}`} onOpen={() => addRecentSearch(query)}>
      <Icon name={icon} />
      <span className="suggest__text">{children}</span>
    </Option>
  )
}

interface NamedOptionProps extends Omit<Props, 'onOpen'> {
  name: string
  /** A query that found nothing: the option is a way on, no match of it. */
  emptyQuery?: string | undefined
}

/** An option that opens what the query means: its name is counted instead of the typed beginning. */
export function NamedOption({ name, emptyQuery, ...props }: NamedOptionProps) {
  function recordSearch(): void {
    if (emptyQuery === undefined) {
      addRecentSearch(name)
      countSearch(name, false)
    } else countSearch(emptyQuery, true)
    void reportSearches()
  }
  return <Option {...props} onOpen={recordSearch} />
}
