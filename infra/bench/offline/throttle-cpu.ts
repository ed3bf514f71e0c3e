import type { Page } from '@playwright/test'
import { getThrottlingRate, measureCpuIndex, getTimeScale } from '../cpu-throttling.ts'

export interface CpuThrottling {
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
export async function throttleCpu(page: Page, slowdown: number): Promise<CpuThrottling> {
  const index = await measureCpuIndex(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: getThrottlingRate(slowdown, index) })
  return { index, scale: async () => getTimeScale(slowdown, await measureCpuIndex(page)) }
}
