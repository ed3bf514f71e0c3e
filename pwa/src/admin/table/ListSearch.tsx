import { SearchField } from '../../shared/ui/SearchField.tsx'
import type { PageState } from './use-page-state.ts'

/** The search field of a list. */
export function ListSearch({ label, state }: { label: string; state: PageState }) {
  const currentSearch = state.get('search')
  return (
    <SearchField
      key={currentSearch}
      label={label}
      initial={currentSearch}
      onSearch={(search) => state.set({ search })}
    />
  )
}
