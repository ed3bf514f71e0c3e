import { readLocal, writeLocal } from './local-storage.ts'
import { createStore } from './store.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const themeStore = createStore<Theme>(themes.find((theme) => theme === readLocal('theme')) ?? 'system')

export const useTheme = themeStore.use

/** src/early/theme.ts wears it: it ran before the first paint and listens for the event. */
export function chooseTheme(theme: Theme): void {
  writeLocal('theme', theme === 'system' ? undefined : theme)
  themeStore.set(theme)
  dispatchEvent(new Event('tsedra:theme'))
}
