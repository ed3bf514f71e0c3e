import { readLocal } from '../shared/local-storage.ts'

const darkScheme = matchMedia('(prefers-color-scheme: dark)')

/** Applies the theme chosen on this device, else the system's, from the first paint on. */
export function initTheme(): void {
  applyTheme()
  darkScheme.addEventListener('change', applyTheme)
  addEventListener('tsedra:theme', applyTheme)
}

function applyTheme(): void {
  const theme = readLocal('theme') ?? (darkScheme.matches ? 'dark' : 'light')
  document.documentElement.dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = theme === 'dark' ? '#14100b' : '#f8f2e7'
}
