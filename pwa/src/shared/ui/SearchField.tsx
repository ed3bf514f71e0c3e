import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from './Icon.tsx'

interface Props {
  label: string
  placeholder?: string
  /** The current search text. */
  initial?: string
  /** Called with the trimmed text on submit, and with an empty one when the field is cleared. */
  onSearch: (text: string) => void
}

/** A search field. Submitting an empty text clears the current search, if there is one. */
export function SearchField({ label, placeholder = label, initial = '', onSearch }: Props) {
  const t = useTranslations('search')
  const [text, setText] = useState(initial)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const query = text.trim()
    if (query || initial) onSearch(query)
  }

  return (
    <form className="search" role="search" aria-label={label} onSubmit={submit}>
      <Icon name="search" />
      <input
        type="search"
        name="search"
        placeholder={placeholder}
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
          className="ibtn ibtn--sm"
          aria-label={t('clear')}
          onClick={() => {
            setText('')
            onSearch('')
          }}
        >
          <Icon name="x" size="i--sm" />
        </button>
      )}
    </form>
  )
}
