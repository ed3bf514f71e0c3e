import { useEffect } from 'react'

/** What the tab says while a screen is shown. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = title
  }, [title])
}
