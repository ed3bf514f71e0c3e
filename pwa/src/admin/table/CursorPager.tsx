import { useState } from 'react'
import type { PageState } from './use-page-state.ts'
import { Pager } from './Pager.tsx'

interface Props {
  state: PageState
  /** Cursor of the next page; null on the last one, undefined while loading. */
  next: string | null | undefined
  summary: string
}

/**
 * Pages a list by cursor (keyset pagination), so that new rows neither repeat nor hide any. Back follows the visited pages;
 * after a link it leads to the first page.
 */
export function CursorPager({ state, next, summary }: Props) {
  const [previousCursors, setPreviousCursors] = useState<readonly string[]>([])
  const cursor = state.get('page')
  if (!next && cursor === '') return null

  const goBack = () => {
    state.set({ page: previousCursors.at(-1) ?? '' })
    setPreviousCursors(previousCursors.slice(0, -1))
  }
  const goTo = (page: string) => () => {
    setPreviousCursors([...previousCursors, cursor])
    state.set({ page })
  }
  return (
    <Pager summary={summary} onPrevious={cursor === '' ? undefined : goBack} onNext={next ? goTo(next) : undefined} />
  )
}
