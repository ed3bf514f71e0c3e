import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Returns `navigator.onLine` and its changes. It is a hint for texts only: requests are sent either way. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
