import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Returns whether the page is shown in the dark theme, chosen or the system's. */
export const useIsDark = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset['theme'] === 'dark',
    () => false,
  )
