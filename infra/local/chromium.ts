import { findOrInstall, SetupError } from './find-program.ts'

/** Where a Chromium is, installing Debian's when the machine has none. */
export function findChromium(print: (text: string) => void): string {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return findOrInstall({ label: 'Chromium', names, aptPackages: ['chromium'], brewPackage: 'chromium' }, print)
}

/**
 * Where Chromium's page engine without its windows is: it opens a page in a fifth of the time, for journeys that need no
 * more. Chromium itself where there is none.
 */
export function findHeadlessShell(print: (text: string) => void): string {
  const names = ['chromium-headless-shell', 'chrome-headless-shell']
  try {
    return findOrInstall({ label: 'Chromium without windows', names, aptPackages: ['chromium-headless-shell'] }, print)
  } catch (error) {
    if (error instanceof SetupError) return findChromium(print)
    throw error
  }
}
