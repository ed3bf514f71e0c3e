import { readLocal, writeLocal } from '../../../shared/local-storage.ts'

const VISIT_KEY = 'tsedra.visit'

/** Counts one visit per tab session, without reloads, and returns the number of visits. */
export function countVisit(): number {
  const previousVisits = Number(readLocal('visits') ?? 0)
  try {
    if (sessionStorage.getItem(VISIT_KEY)) return previousVisits
    sessionStorage.setItem(VISIT_KEY, '1')
  } catch {
    return previousVisits
  }
  writeLocal('visits', String(previousVisits + 1))
  return previousVisits + 1
}

export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

/** Whether this is Safari on a phone or tablet: it can install but has no prompt. Other iOS browsers have another menu. */
export const isIosBrowserTab = (): boolean =>
  'standalone' in navigator &&
  navigator.maxTouchPoints > 0 &&
  !/CriOS|FxiOS|EdgiOS|OPiOS|GSA\//.test(navigator.userAgent)
