import { recall } from '../shared/remembered.ts'

const dark = matchMedia('(prefers-color-scheme: dark)')

/** Wears the theme chosen on this device, else the system's, from the first paint on. */
export function wearTheme(): void {
  apply()
  dark.addEventListener('change', apply)
  addEventListener('tsedra:theme', apply)
}

function apply(): void {
  const theme = recall('theme') ?? (dark.matches ? 'dark' : 'light')
  document.documentElement.dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = theme === 'dark' ? '#14100b' : '#f8f2e7'
}
