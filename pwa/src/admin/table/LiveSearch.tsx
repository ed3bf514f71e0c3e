import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import type { PageState } from './use-page-state.ts'

/** Milliseconds between the last typed character and the request (debounce). */
const SEARCH_DELAY_MS = 200

/** The search field of a list that is filtered while the user types; Enter does not wait. */
export function LiveSearch({ label, state }: { label: string; state: PageState }) {
  const t = useTranslations('search')
  const currentSearch = state.get('search')
  const [text, setText] = useState(currentSearch)
  const inputRef = useRef<HTMLInputElement>(null)
  /** The search that this field has put into the address: any other one comes from a link or a tab. */
  const ownSearch = useRef(currentSearch)

  const applySearch = (search: string) => {
    if (search === currentSearch) return
    ownSearch.current = search
    state.set({ search })
  }
  const applyTyped = useEffectEvent(() => applySearch(text.trim()))
  useEffect(() => {
    const timer = setTimeout(() => applyTyped(), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    if (currentSearch === ownSearch.current) return
    ownSearch.current = currentSearch
    setText(currentSearch)
  }, [currentSearch])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    applySearch(text.trim())
  }
  return (
    <form className="search" role="search" aria-label={label} onSubmit={submit}>
      <Icon name="search" />
      <input
        ref={inputRef}
        type="search"
        name="search"
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text && (
        <button
          type="button"
          className="icon-btn icon-btn--sm"
          aria-label={t('clear')}
          onClick={() => {
            setText('')
            applySearch('')
            inputRef.current?.focus()
          }}
        >
          <Icon name="x" size="i--sm" />
        </button>
      )}
    </form>
  )
}
