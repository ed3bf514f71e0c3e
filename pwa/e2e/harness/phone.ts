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
  profileDir?: string
  baseUrl: string
  executablePath?: string
}

/** A call that hangs for ever right after a worker was stopped (playwright-core 1.65) must not take the test with it. */
const SET_OFFLINE_TIMEOUT_MS = 5_000

/** Chromium with a profile on the disk, as a phone has it: it can die in any moment and comes back with what was written. */
export async function startPhone({
  profileDir: givenProfile,
  baseUrl,
  executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium',
}: PhoneOptions): Promise<Phone> {
  const profile = givenProfile ?? (await mkdtemp(join(tmpdir(), 'tsedra-phone-')))
  let browser = await launch()
  return {
    get context() {
      return browser.context
    },
    async start() {
      browser = await launch()
      return browser.context
    },
    async close() {
      await browser.context.close()
      await browser.closed
    },
    kill,
    async setOffline(offline) {
      const timer = new AbortController()
      const timeout = pause(SET_OFFLINE_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
        throw new Error(`setOffline(${offline}) hangs`)
      })
      timeout.catch(() => {})
      await Promise.race([browser.context.setOffline(offline), timeout]).finally(() => timer.abort())
    },
    async [Symbol.asyncDispose]() {
      await kill()
      if (!givenProfile) await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }

  async function launch(): Promise<{ context: BrowserContext; closed: Promise<void> }> {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: [...browserArgs, '--hide-crash-restore-bubble'],
      baseURL: baseUrl,
      locale: 'uk-UA',
      timezoneId: 'Europe/Kyiv',
      viewport: { width: 390, height: 844 },
    })
    return { context, closed: new Promise((resolve) => context.once('close', () => resolve())) }
  }

  async function kill(): Promise<void> {
    for (;;) {
      const pids = await findProcesses(profile)
      if (pids.length === 0) break
      for (const pid of pids) killProcess(pid)
      await pause(20)
    }
    await browser.closed
  }
}

/** Processes that were started with this very profile. */
async function findProcesses(profile: string): Promise<number[]> {
  const pids: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const commandLine = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    // Chromium's helpers rewrite their command line into one word with spaces.
    if (commandLine.split(/[\0 ]/).includes(`--user-data-dir=${profile}`)) pids.push(Number(name))
  }
  return pids
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It went by itself in between.
  }
}
