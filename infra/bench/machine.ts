import type { Page } from '@playwright/test'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'

/**
 * Lighthouse's index of a desktop's speed. "Four times slower" means a phone of the middle class only there: a slow machine
 * has to be slowed less (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md).
 */
const DESKTOP = 1_500

/** How fast this page computes at this moment, in Lighthouse's index; takes a second. */
export const readIndex = (page: Page): Promise<number> => page.evaluate(pageFunctions.computeBenchmarkIndex)

/** What a page's milliseconds are multiplied with to be those of a page that is so many times slower than a desktop's. */
export const scaleFor = (times: number, index: number): number => (times * index) / DESKTOP

/** By how much a machine of this index is slowed to be so many times slower than a desktop: not at all when it is anyway. */
export const rateFor = (times: number, index: number): number => Math.max(1, scaleFor(times, index))

/** The index of a phone of the middle class. */
export const PHONE = DESKTOP / 4
