import { type Check, runChecks } from '@tsedra/service/checks'

/** Runs one check; returns the lines that the operator reads. */
export async function runCheck(check: Check, secrets: readonly string[] = []): Promise<string> {
  let text = ''
  await runChecks([check], { secrets, write: (line) => void (text += line) })
  return text
}
