import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import type { PageState } from './use-page-state.ts'

/** Milliseconds between the last typed character and the request (debounce). */
const SEARCH_DELAY_MS = 200

/** The search field of a list that is filtered while the user types; Enter does not wait. */
export function LiveSearch({ label, state }: { label: string; state: PageState }) {
  const currentSearch = state.get('search')
  /** What was typed since the text last came from the address. */
  const [typed, setTyped] = useState<string>()
  /** The search that this field has put into the address: any other one comes from a link or a tab. */
  const ownSearch = useRef(currentSearch)
  /** Counts the searches from elsewhere, each of which replaces the text. */
  const [key, setKey] = useState(0)

  const applySearch = (search: string) => {
    if (search === currentSearch) return
    ownSearch.current = search
    state.set({ search })
  }
  const applyTyped = useEffectEvent((text: string) => applySearch(text.trim()))
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => applyTyped(typed), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed])
  // In a layout effect, which renders before any timer: one that is due would put the former text into the address again.
  useLayoutEffect(() => {
    if (currentSearch === ownSearch.current) return
    ownSearch.current = currentSearch
    setTyped(undefined)
    setKey((previous) => previous + 1)
  }, [currentSearch])

  return <SearchField key={key} label={label} initial={currentSearch} onType={setTyped} onSearch={applySearch} />
}
