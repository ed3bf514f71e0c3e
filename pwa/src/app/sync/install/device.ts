import { recall, remember } from '../../../shared/remembered.ts'

const VISIT = 'tsedra.visit'

/** Counts each opening of the shop once, however often its pages are loaded anew. */
export function countVisit(): number {
  const before = Number(recall('visits') ?? 0)
  try {
    if (sessionStorage.getItem(VISIT)) return before
    sessionStorage.setItem(VISIT, '1')
  } catch {
    return before
  }
  remember('visits', String(before + 1))
  return before + 1
}

export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

/** Safari on a phone or tablet: it can install and never asks. Other browsers there hide it elsewhere. */
export const isAppleTab = (): boolean =>
  'standalone' in navigator &&
  navigator.maxTouchPoints > 0 &&
  !/CriOS|FxiOS|EdgiOS|OPiOS|GSA\//.test(navigator.userAgent)
