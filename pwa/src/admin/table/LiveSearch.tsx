import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import type { PageState } from './use-page-state.ts'

/** Milliseconds between the last typed character and the request (debounce). */
const SEARCH_DELAY_MS = 200

/** The search field of a list that is filtered while the user types; Enter does not wait. */
export function LiveSearch({ label, state }: { label: string; state: PageState }) {
  const currentSearch = state.get('search')
  const [typed, setTyped] = useState(currentSearch)
  /** The search that this field has put into the address: any other one comes from a link or a tab. */
  const ownSearch = useRef(currentSearch)
  /** Counts the searches from elsewhere, each of which replaces the text. */
  const [key, setKey] = useState(0)

  const applySearch = (search: string) => {
    if (search === currentSearch) return
    ownSearch.current = search
    state.set({ search })
  }
  const applyTyped = useEffectEvent(() => applySearch(typed.trim()))
  useEffect(() => {
    const timer = setTimeout(() => applyTyped(), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    if (currentSearch === ownSearch.current) return
    ownSearch.current = currentSearch
    setTyped(currentSearch)
    setKey((previous) => previous + 1)
  }, [currentSearch])

  return <SearchField key={key} label={label} initial={currentSearch} onType={setTyped} onSearch={applySearch} />
}
