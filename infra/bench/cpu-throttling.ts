import type { Page } from '@playwright/test'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'

/**
 * Lighthouse's index of a desktop's speed. "Four times slower" means a phone of the middle class only there: a slow machine
 * has to be slowed less (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md).
 */
const DESKTOP_INDEX = 1_500

/** How fast this page computes at this moment, in Lighthouse's index; takes a second. */
export const measureCpuIndex = (page: Page): Promise<number> => page.evaluate(pageFunctions.computeBenchmarkIndex)

/** What a page's milliseconds are multiplied with to be those of a page that is so many times slower than a desktop's. */
export const getTimeScale = (slowdown: number, index: number): number => (slowdown * index) / DESKTOP_INDEX

/** By how much a machine of this index is slowed to be so many times slower than a desktop: not at all when it is anyway. */
export const getThrottlingRate = (slowdown: number, index: number): number => Math.max(1, getTimeScale(slowdown, index))

/** The index of a phone of the middle class. */
export const PHONE_INDEX = DESKTOP_INDEX / 4
