import { findOrInstall } from './machine.ts'

/** Where a Chromium is, installing Debian's when the machine has none. */
export function findChromium(say: (text: string) => void): string {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return findOrInstall({ what: 'Chromium', names, aptPackages: ['chromium'], brewPackage: 'chromium' }, say)
}
