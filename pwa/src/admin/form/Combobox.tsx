import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import './combobox.css'

interface Props<Option> {
  label: string
  listLabel: string
  text: string
  maxLength: number
  onType: (text: string) => void
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The options for the text. */
  options: readonly Option[]
  getKey: (option: Option) => string
  renderOption: (option: Option) => ReactNode
  onSelect: (option: Option) => void
  busy?: boolean
  inputRef?: RefObject<HTMLInputElement | null>
}

/** Shows the opened list, also at the lower edge of the dialog. */
const scrollIntoView = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' })

/** Selects from a list that the typed text filters: the editable combobox of the ARIA Authoring Practices. */
export function Combobox<Option>({
  label,
  listLabel,
  text,
  maxLength,
  onType,
  isOpen,
  onOpenChange,
  options,
  getKey,
  renderOption,
  onSelect,
  busy = false,
  inputRef,
}: Props<Option>) {
  const listId = useId()
  const [activeIndex, setActiveIndex] = useState(-1)
  const isListShown = isOpen && options.length > 0

  function setOpen(willBeOpen: boolean): void {
    onOpenChange(willBeOpen)
    setActiveIndex(-1)
  }

  function select(option: Option | undefined): void {
    if (option === undefined || busy) return
    setOpen(false)
    onSelect(option)
  }

  function moveBy(step: number): void {
    onOpenChange(true)
    const from = activeIndex === -1 && step === -1 ? options.length : activeIndex
    const next = (from + step + options.length) % options.length
    setActiveIndex(next)
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length > 0) {
      event.preventDefault()
      moveBy(step)
    } else if (event.key === 'Enter') {
      // Does not submit the form.
      event.preventDefault()
      if (isListShown || text.trim()) select(options[Math.max(0, activeIndex)])
    } else if (event.key === 'Escape' && isListShown) {
      // Does not close the dialog.
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }

  return (
    <div className="combobox">
      <input
        ref={inputRef}
        className="input"
        type="text"
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-autocomplete="list"
        aria-expanded={isListShown}
        aria-controls={isListShown ? listId : undefined}
        aria-activedescendant={isListShown && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
        aria-busy={busy}
        autoComplete="off"
        maxLength={maxLength}
        readOnly={busy}
        value={text}
        onChange={({ target }) => {
          onType(target.value)
          setOpen(true)
        }}
        onClick={() => onOpenChange(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {isListShown && (
        <div ref={scrollIntoView} id={listId} role="listbox" aria-label={listLabel}>
          {options.map((option, index) => (
            <button
              type="button"
              tabIndex={-1}
              key={getKey(option)}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === activeIndex}
              className={index === activeIndex ? 'is-at' : undefined}
              // The focus stays in the input: its blur closes the list.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => select(option)}
            >
              {renderOption(option)}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
