import { type Check, runChecks } from '@tsedra/service/checks'

/** Runs one check; returns the lines that the operator reads. `allowsOutages`: as during an upgrade. */
export async function runCheck(check: Check, secrets: readonly string[] = [], allowsOutages = false): Promise<string> {
  let text = ''
  await runChecks([check], { secrets, allowsOutages, write: (line) => void (text += line) })
  return text
}
