import { mkdtemp, rm } from 'node:fs/promises'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'

/** A browser with a profile of its own, which outlives it: it can be killed and started again. */
export interface Phone extends AsyncDisposable {
  /** Starts the browser, or starts it again. */
  start(): Promise<BrowserContext>
  close(): Promise<void>
  /** SIGKILL to every process of this browser, as when the battery gives out. */
  kill(): Promise<void>
}

export async function takePhone(): Promise<Phone> {
  const profile = await mkdtemp(join(tmpdir(), 'tsedra-phone-'))
  let context: BrowserContext | undefined
  const phone: Phone = {
    async start() {
      context = await chromium.launchPersistentContext(profile, {
        executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-background-networking'],
        viewport: { width: 390, height: 844 },
        locale: 'uk-UA',
      })
      return context
    },
    async close() {
      await context?.close()
      context = undefined
    },
    async kill() {
      for (const pid of processesOf(profile)) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // Gone with its parent.
        }
      }
      await expect.poll(() => processesOf(profile)).toEqual([])
      await context?.close().catch(() => {})
      context = undefined
    },
    async [Symbol.asyncDispose]() {
      await phone.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return phone
}

/** Processes whose command line names this profile. */
function processesOf(profile: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandOf(pid).includes(`--user-data-dir=${profile}`))
    .map(Number)
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Waits until the worker has the whole shell, looks after this page, and this tab has fetched all its parts. */
export async function readyForAnything(page: Page, parts: readonly string[]): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
  })
  await expect
    .poll(
      async () => {
        const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
        return parts.filter((part) => !fetched.some((url) => url.endsWith(part)))
      },
      { timeout: 30_000 },
    )
    .toEqual([])
}
