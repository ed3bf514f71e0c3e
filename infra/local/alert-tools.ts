import { findOrInstall, findProgram } from './find-program.ts'
import { getErrorMessage } from './process.ts'

/** The program that checks Prometheus's rules, part of Prometheus. */
export const findPromtool = (): string | undefined => findProgram(['promtool'])

/** The program that renders Alertmanager's messages, part of Alertmanager. */
export const findAmtool = (): string | undefined => findProgram(['amtool'])

/** Finds both programs or installs them; what a missing one evaluates is not tested. */
export function findOrInstallAlertTools(print: (text: string) => void): void {
  for (const program of [
    { label: 'promtool', names: ['promtool'], aptPackages: ['prometheus'], brewPackage: 'prometheus' },
    { label: 'amtool', names: ['amtool'], aptPackages: ['prometheus-alertmanager'] },
  ]) {
    try {
      print(`${program.label}: ${findOrInstall(program, print)}`)
    } catch (error) {
      print(
        `\n!! ${program.label.toUpperCase()} IS MISSING, alerts are tested in part.\n!! ${getErrorMessage(error)}\n`,
      )
    }
  }
}
