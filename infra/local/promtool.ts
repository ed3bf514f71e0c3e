import { findOrInstall, findProgram } from './find-program.ts'
import { getErrorMessage } from './process.ts'

/** The program that checks Prometheus's rules, part of Prometheus. */
export const findPromtool = (): string | undefined => findProgram(['promtool'])

/** Finds promtool or installs it; where neither is possible, the alert rules are not evaluated by the tests. */
export function findOrInstallPromtool(print: (text: string) => void): void {
  try {
    const program = { label: 'promtool', names: ['promtool'], aptPackages: ['prometheus'], brewPackage: 'prometheus' }
    print(`promtool: ${findOrInstall(program, print)}`)
  } catch (error) {
    print(`\n!! PROMTOOL IS MISSING, the alert rules are not evaluated.\n!! ${getErrorMessage(error)}\n`)
  }
}
