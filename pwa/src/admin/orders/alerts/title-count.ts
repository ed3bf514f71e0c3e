import { useEffect } from 'react'

/** Returns a title that begins with a count: `(3) Orders`; without it for zero. */
export const withCount = (title: string, count: number): string =>
  (count > 0 ? `(${count}) ` : '') + title.replace(/^\(\d+\) /, '')

/** Shows a count in the title of the page, whichever section sets it. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const apply = () => {
      const title = withCount(document.title, count)
      if (title !== document.title) document.title = title
    }
    apply()
    const observer = new MutationObserver(apply)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = withCount(document.title, 0)
    }
  }, [count])
}
