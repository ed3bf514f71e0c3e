import { createStore } from './store.ts'

/** Overlays of the page; one is open at a time. */
export type OverlayName = 'menu' | 'signIn' | 'signOut' | 'user' | 'favourites' | 'cart' | 'language' | 'theme'

const overlayStore = createStore<OverlayName | undefined>(undefined)
let opener: HTMLButtonElement | undefined

export const useOpenOverlay = overlayStore.use

/** @param button the button that opens the overlay: on wide screens a menu is beside it */
export function openOverlay(overlay: OverlayName, button?: HTMLButtonElement): void {
  opener = button
  overlayStore.set(overlay)
}

export const getOverlayOpener = (): HTMLButtonElement | undefined => opener
export const closeOverlay = (): void => overlayStore.set(undefined)
