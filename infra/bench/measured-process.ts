import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Usage } from './usage-report.ts'

export interface MeasuredProcess extends AsyncDisposable {
  usage(): Promise<Usage>
  /** The same after garbage was collected. */
  settledUsage(): Promise<Usage>
}

/** A machine that does much else needs its time to start a program; how long is not what is measured. */
const PATIENCE_MS = 120_000

/** Starts a program of ours so that its processor time and memory can be asked for; resolves when `url` answers. */
export async function startMeasured(
  script: string,
  env: Record<string, string>,
  url: string,
  flags: readonly string[] = [],
): Promise<MeasuredProcess> {
  const child = fork(fileURLToPath(new URL(`../../${script}`, import.meta.url)), {
    env: { PATH: process.env['PATH'], ...env },
    execArgv: [...flags, '--import', new URL('usage-report.ts', import.meta.url).href],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await answering(child, url, script)
  const ask = async (question: string): Promise<Usage> => {
    const reply = once(child, 'message')
    child.send(question)
    const [usage] = (await reply) as [Usage]
    return usage
  }
  return {
    usage: () => ask('usage'),
    settledUsage: () => ask('settled'),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function answering(child: ChildProcess, url: string, script: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`)
    if (
      await fetch(url).then(
        (res) => res.ok,
        () => false,
      )
    )
      return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`${script} did not answer within ${PATIENCE_MS / 1_000} s`)
}
