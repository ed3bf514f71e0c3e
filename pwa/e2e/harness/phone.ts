import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium } from '@playwright/test'
import { browserArgs } from './browser-args.ts'

export interface Phone extends AsyncDisposable {
  /** Of the running browser; another one after each start. */
  readonly context: BrowserContext
  /** Opens the browser with what it kept: the profile is the phone. */
  start(): Promise<BrowserContext>
  /** Closes the browser as a shopper does. */
  close(): Promise<void>
  /** kill -9 of the whole browser; resolves when nothing of it is left. */
  kill(): Promise<void>
  /** What the browser believes and the network does. */
  setOffline(offline: boolean): Promise<void>
}

export interface PhoneOptions {
  /** Folder that outlives the browser, and this phone; by default one that goes with the phone. */
  profile?: string
  baseUrl: string
  executablePath?: string
}

/** A call that hangs for ever right after a worker was stopped (playwright-core 1.65) must not take the test with it. */
const SET_OFFLINE_WITHIN_MS = 5_000

/** Chromium with a profile on the disk, as a phone has it: it can die in any moment and comes back with what was written. */
export async function startPhone({
  profile: given,
  baseUrl,
  executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium',
}: PhoneOptions): Promise<Phone> {
  const profile = given ?? (await mkdtemp(join(tmpdir(), 'tsedra-phone-')))
  let running = await launch()
  return {
    get context() {
      return running.context
    },
    async start() {
      running = await launch()
      return running.context
    },
    async close() {
      await running.context.close()
      await running.gone
    },
    kill,
    async setOffline(offline) {
      const late = new AbortController()
      const tooLate = pause(SET_OFFLINE_WITHIN_MS, undefined, { signal: late.signal }).then(() => {
        throw new Error(`setOffline(${offline}) hangs`)
      })
      tooLate.catch(() => {})
      await Promise.race([running.context.setOffline(offline), tooLate]).finally(() => late.abort())
    },
    async [Symbol.asyncDispose]() {
      await kill()
      if (!given) await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }

  async function launch(): Promise<{ context: BrowserContext; gone: Promise<void> }> {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: [...browserArgs, '--hide-crash-restore-bubble'],
      baseURL: baseUrl,
      locale: 'uk-UA',
      timezoneId: 'Europe/Kyiv',
      viewport: { width: 390, height: 844 },
    })
    return { context, gone: new Promise((done) => context.once('close', () => done())) }
  }

  async function kill(): Promise<void> {
    for (;;) {
      const pids = await processesOf(profile)
      if (pids.length === 0) break
      for (const pid of pids) endProcess(pid)
      await pause(20)
    }
    await running.gone
  }
}

/** Processes that were started with this very profile. */
async function processesOf(profile: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const words = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    // Chromium's helpers rewrite their command line into one word with spaces.
    if (words.split(/[\0 ]/).includes(`--user-data-dir=${profile}`)) found.push(Number(name))
  }
  return found
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It went by itself in between.
  }
}
