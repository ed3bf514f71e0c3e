import { recall, remember } from './remembered.ts'
import { createStore } from './store.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const chosen = createStore<Theme>(themes.find((theme) => theme === recall('theme')) ?? 'system')

export const useTheme = chosen.use

/** src/early/theme.ts wears it: it ran before the first paint and listens for the event. */
export function chooseTheme(theme: Theme): void {
  remember('theme', theme === 'system' ? undefined : theme)
  chosen.set(theme)
  dispatchEvent(new Event('tsedra:theme'))
}
