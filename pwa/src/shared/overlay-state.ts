import { createStore } from './store.ts'

/** Overlays of the page; one is open at a time. */
export type OverlayName = 'menu' | 'signIn' | 'signOut' | 'user' | 'favourites' | 'cart' | 'language' | 'theme'

const overlayStore = createStore<OverlayName | undefined>(undefined)

export const useOpenOverlay = overlayStore.use
export const openOverlay = (overlay: OverlayName): void => overlayStore.set(overlay)
export const closeOverlay = (): void => overlayStore.set(undefined)
