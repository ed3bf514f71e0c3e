import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/**
 * Waits until the page says yes; for predicates that answer with a promise, which `page.waitForFunction` takes for a yes.
 *
 * @throws when it has not said so after `withinMs`
 */
export async function waitUntil(page: Page, isSo: () => Promise<boolean>, withinMs = 30_000): Promise<void> {
  const until = performance.now() + withinMs
  while (!(await page.evaluate(isSo))) {
    if (performance.now() > until) throw new Error(`not so within ${withinMs} ms: ${String(isSo)}`)
    await pause(50)
  }
}
