import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** What the browser believes of the network: it changes words, it never keeps anything from being sent. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
