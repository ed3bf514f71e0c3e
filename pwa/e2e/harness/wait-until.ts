import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/**
 * Polls an asynchronous predicate in the page; `page.waitForFunction` would take its promise for a truthy value.
 *
 * @throws when it is still false after `withinMs`
 */
export async function waitUntil(page: Page, condition: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await page.evaluate(condition))) {
    if (performance.now() > deadline) throw new Error(`not so within ${timeoutMs} ms: ${String(condition)}`)
    await pause(50)
  }
}
