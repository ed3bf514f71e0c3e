import { readLocal } from '../shared/local-storage.ts'

/** Reserves the height of the last order on the home page before the first paint (pwa/src/shared/styles/home.css). */
export function reserveLastOrder(): void {
  const rows = readLocal('slipRows')
  if (rows) document.documentElement.style.setProperty('--slip-rows', rows)
}
