import { SearchField } from '../../shared/ui/SearchField.tsx'
import type { PageState } from './page-state.ts'

/** Narrows a list to what fits the words. */
export function Search({ label, state }: { label: string; state: PageState }) {
  const shown = state.get('search')
  return <SearchField key={shown} label={label} initial={shown} onSearch={(search) => state.set({ search })} />
}
