import type { CDPSession, Page } from '@playwright/test'

/** The page computes this many times slower; its service worker does not, for Chromium slows main threads alone. */
export async function slowDown(page: Page, times: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
  return session
}
