import { readLocal, writeLocal } from '../../../shared/local-storage.ts'

const VISIT_KEY = 'tsedra.visit'

/** Counts each opening of the shop once, however often its pages are loaded anew. */
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

/** Safari on a phone or tablet: it can install and never asks. Other browsers there hide it elsewhere. */
export const isIosBrowserTab = (): boolean =>
  'standalone' in navigator &&
  navigator.maxTouchPoints > 0 &&
  !/CriOS|FxiOS|EdgiOS|OPiOS|GSA\//.test(navigator.userAgent)
