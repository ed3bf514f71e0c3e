import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Usage } from './usage-report.ts'

export interface MeasuredProcess extends AsyncDisposable {
  usage(): Promise<Usage>
  /** The same after garbage was collected. */
  usageAfterGc(): Promise<Usage>
}

/** A machine that does much else needs its time to start a program; how long is not what is measured. */
const READY_TIMEOUT_MS = 120_000

/** Starts a program that reports its processor time and memory on request; resolves when `url` responds. */
export async function startMeasuredProcess(
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
  await waitUntilReady(child, url, script)
  const requestUsage = async (command: string): Promise<Usage> => {
    const reply = once(child, 'message')
    child.send(command)
    const [usage] = (await reply) as [Usage]
    return usage
  }
  return {
    usage: () => requestUsage('usage'),
    usageAfterGc: () => requestUsage('usage-after-gc'),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function waitUntilReady(child: ChildProcess, url: string, script: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`)
    if (
      await fetch(url).then(
        (res) => res.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${script} did not answer within ${READY_TIMEOUT_MS / 1_000} s`)
}
