import { createStore } from './store.ts'

/** What may lie over the page, one at a time. */
export type Panel = 'menu' | 'signIn' | 'signOut' | 'user' | 'favourites' | 'cart' | 'language' | 'theme'

const open = createStore<Panel | undefined>(undefined)

export const usePanel = open.use
export const openPanel = (panel: Panel): void => open.set(panel)
export const closePanel = (): void => open.set(undefined)
