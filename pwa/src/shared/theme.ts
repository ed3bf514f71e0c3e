import { readLocal, writeLocal } from './local-storage.ts'
import { createStore } from './store.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const themeStore = createStore<Theme>(themes.find((theme) => theme === readLocal('theme')) ?? 'system')

export const useTheme = themeStore.use

/** Stores the theme and dispatches an event; src/boot/init-theme.ts applies it. */
export function chooseTheme(theme: Theme): void {
  writeLocal('theme', theme === 'system' ? undefined : theme)
  themeStore.set(theme)
  dispatchEvent(new Event('tsedra:theme'))
}
