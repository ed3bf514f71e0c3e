import { useState } from 'react'
import type { PageState } from './page-state.ts'
import { Pager } from './Pager.tsx'

interface Props {
  state: PageState
  /** Names the next page; null on the last one, undefined while it is not known. */
  next: string | null | undefined
  text: string
}

/**
 * Of a list whose pages are named by the last line of the page before, so that what comes meanwhile neither repeats nor
 * hides any. The way back is what has been walked; whoever came by a link goes back to the first page.
 */
export function CursorPager({ state, next, text }: Props) {
  const [walked, setWalked] = useState<readonly string[]>([])
  const here = state.get('page')
  if (!next && here === '') return null

  const back = () => {
    state.set({ page: walked.at(-1) ?? '' })
    setWalked(walked.slice(0, -1))
  }
  const on = (page: string) => () => {
    setWalked([...walked, here])
    state.set({ page })
  }
  return <Pager text={text} onPrevious={here === '' ? undefined : back} onNext={next ? on(next) : undefined} />
}
