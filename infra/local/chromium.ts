import { findOrInstall, NeedsHelp } from './machine.ts'

/** Where a Chromium is, installing Debian's when the machine has none. */
export function findChromium(say: (text: string) => void): string {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return findOrInstall({ what: 'Chromium', names, aptPackages: ['chromium'], brewPackage: 'chromium' }, say)
}

/**
 * Where Chromium's page engine without its windows is: it opens a page in a fifth of the time, for journeys that need no
 * more. Chromium itself where there is none.
 */
export function findHeadlessShell(say: (text: string) => void): string {
  const names = ['chromium-headless-shell', 'chrome-headless-shell']
  try {
    return findOrInstall({ what: 'Chromium without windows', names, aptPackages: ['chromium-headless-shell'] }, say)
  } catch (error) {
    if (error instanceof NeedsHelp) return findChromium(say)
    throw error
  }
}
