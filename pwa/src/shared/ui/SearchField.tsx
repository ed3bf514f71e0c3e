import { type ComponentType, type FormEvent, type RefObject, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from './Icon.tsx'

export interface SuggestionsProps {
  input: RefObject<HTMLInputElement | null>
  text: string
  onText: (text: string) => void
  /** Called when the user leaves the field. */
  onDismiss?: (() => void) | undefined
}

interface Props {
  label: string
  placeholder?: string
  /** The current search text. */
  initial?: string
  /** Called with the trimmed text on submit, and with an empty one when the field is cleared. */
  onSearch: (text: string) => void
  onType?: (text: string) => void
  /** Loads suggestions when the field is focused. Without them it is a plain field. */
  loadSuggestions?: () => Promise<ComponentType<SuggestionsProps>>
  onDismiss?: (() => void) | undefined
}

/** A search field. Submitting an empty text clears the current search, if there is one. */
export function SearchField({
  label,
  placeholder = label,
  initial = '',
  onSearch,
  onType,
  loadSuggestions,
  onDismiss,
}: Props) {
  const t = useTranslations('search')
  const [text, setText] = useState(initial)
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>()
  const input = useRef<HTMLInputElement>(null)

  function changeText(newText: string): void {
    setText(newText)
    onType?.(newText)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const query = text.trim()
    if (query || initial) onSearch(query)
  }

  return (
    <form className="search" role="search" aria-label={label} onSubmit={submit}>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        name="search"
        placeholder={placeholder}
        aria-label={label}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        value={text}
        onFocus={() => {
          loadSuggestions?.().then(
            (component) => setSuggestions(() => component),
            () => {},
          )
        }}
        onChange={({ target }) => changeText(target.value)}
      />
      {text && (
        <button
          type="button"
          className="icon-btn icon-btn--sm"
          aria-label={t('clear')}
          onClick={() => {
            changeText('')
            onSearch('')
            input.current?.focus()
          }}
        >
          <Icon name="x" size="i--sm" />
        </button>
      )}
      {Suggestions && <Suggestions input={input} text={text} onText={setText} onDismiss={onDismiss} />}
    </form>
  )
}
