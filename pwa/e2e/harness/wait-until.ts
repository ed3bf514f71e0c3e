import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/**
 * Waits until the page says yes; for predicates that answer with a promise, which `page.waitForFunction` takes for a yes.
 *
 * @throws when it has not said so after `withinMs`
 */
export async function waitUntil(page: Page, condition: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await page.evaluate(condition))) {
    if (performance.now() > deadline) throw new Error(`not so within ${timeoutMs} ms: ${String(condition)}`)
    await pause(50)
  }
}
