import { findOrInstall } from './find-program.ts'

/** Where a Firefox is, installing Debian's when the machine has none. */
export function findFirefox(print: (text: string) => void): string {
  const names = ['firefox-esr', 'firefox']
  return findOrInstall({ label: 'Firefox', names, aptPackages: ['firefox-esr'], brewPackage: 'firefox' }, print)
}
