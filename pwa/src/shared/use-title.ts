import { useEffect } from 'react'

/** Sets the document title while a screen is shown. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = title
  }, [title])
}
