import { findOrInstall } from './machine.ts'

/** Where a Firefox is, installing Debian's when the machine has none. */
export function findFirefox(say: (text: string) => void): string {
  const names = ['firefox-esr', 'firefox']
  return findOrInstall({ what: 'Firefox', names, aptPackages: ['firefox-esr'], brewPackage: 'firefox' }, say)
}
