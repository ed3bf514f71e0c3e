import { useSyncExternalStore } from 'react'

const root = document.documentElement

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(root, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Returns whether the page is shown in the dark theme, chosen or the system's. */
export const useIsDark = (): boolean => useSyncExternalStore(subscribe, () => root.dataset['theme'] === 'dark')
