import { useState } from 'react'
import type { PageState } from './use-page-state.ts'
import { Pager } from './Pager.tsx'

interface Props {
  state: PageState
  /** Names the next page; null on the last one, undefined while it is not known. */
  next: string | null | undefined
  summary: string
}

/**
 * Of a list whose pages are named by the last line of the page before, so that what comes meanwhile neither repeats nor
 * hides any. The way back is what has been walked; whoever came by a link goes back to the first page.
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
