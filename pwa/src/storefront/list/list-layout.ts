import { useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from '../../shared/local-storage.ts'
import { createStore } from '../../shared/store.ts'

const STORAGE_NAME = 'listLayout'

const compact = createStore(readLocal(STORAGE_NAME) === 'compact')

/** Stores on this device whether lists on phones are compact. */
export function setCompactList(isCompact: boolean): void {
  writeLocal(STORAGE_NAME, isCompact ? 'compact' : undefined)
  compact.set(isCompact)
}

/** Whether the user has chosen compact lists; wide screens show cards all the same. */
export const useCompactList = (): boolean => compact.use()

/** The same breakpoint as rows in ui.css. */
const matchPhone = () => matchMedia('(max-width: 599.9px)')

function subscribeToWidth(onChange: () => void): () => void {
  const phoneQuery = matchPhone()
  phoneQuery.addEventListener('change', onChange)
  return () => phoneQuery.removeEventListener('change', onChange)
}

export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    subscribeToWidth,
    () => matchPhone().matches,
    () => false,
  )
