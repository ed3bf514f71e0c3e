import type { Page } from '@playwright/test'
import { rateFor, readIndex, scaleFor } from '../machine.ts'

export interface SlowPhone {
  /** Lighthouse's index of the machine when it was slowed. */
  index: number
  /**
   * What milliseconds of now are multiplied with: a machine that others use as well is not equally fast from one second to
   * the next, and one that is slower than the phone cannot be slowed to it.
   */
  scale: () => Promise<number>
}

/**
 * The page computes as if on a machine this many times slower than a desktop; its service worker does not, for Chromium
 * slows main threads alone.
 */
export async function slowDown(page: Page, times: number): Promise<SlowPhone> {
  const index = await readIndex(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: rateFor(times, index) })
  return { index, scale: async () => scaleFor(times, await readIndex(page)) }
}
