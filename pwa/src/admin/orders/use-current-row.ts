import { useEffect, useRef, useState } from 'react'
import { findCurrentIndex, moveRow, type RowPosition } from './current-row.ts'

const getRowElementId = (id: string) => `order-row-${id}`

/** The row that the keyboard acts on. It has the focus, so that a screen reader reads it. */
export function useCurrentRow(ids: readonly string[]) {
  const [position, setPosition] = useState<RowPosition>()
  /** Set while the focus is in a row: when the row leaves the list, its successor receives the focus. */
  const hadFocus = useRef(false)
  const currentId = ids[findCurrentIndex(ids, position)]

  useEffect(() => {
    if (currentId && hadFocus.current && document.activeElement === document.body) focusRow(currentId)
  }, [currentId])

  const move = (step: 1 | -1) => {
    const next = moveRow(ids, position, step)
    setPosition(next)
    if (next) focusRow(next.id)
  }
  const getRowProps = (id: string, index: number) => ({
    id: getRowElementId(id),
    tabIndex: -1,
    'aria-current': id === currentId || undefined,
    onFocus: () => {
      hadFocus.current = true
      setPosition({ id, index })
    },
    onBlur: (event: { relatedTarget: EventTarget | null }) => {
      if (event.relatedTarget) hadFocus.current = false
    },
  })
  return { currentId, move, getRowProps }
}

function focusRow(id: string): void {
  document.getElementById(getRowElementId(id))?.focus()
}
