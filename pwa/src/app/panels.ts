import { createStore } from '../shared/store.ts'

/** What may lie over the page, one at a time. */
export type Panel = 'menu' | 'signIn' | 'signOut' | 'user' | 'favourites' | 'language' | 'theme'

/** `/api/login` leads here. */
const first = /[?&]login=1\b/.test(location.search) ? 'signIn' : undefined
const open = createStore<Panel | undefined>(first)

export const usePanel = open.use
export const openPanel = (panel: Panel): void => open.set(panel)
export const closePanel = (): void => open.set(undefined)
