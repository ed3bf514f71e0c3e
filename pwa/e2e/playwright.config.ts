import { defineConfig } from '@playwright/test'
import { browserArgs } from './harness/browser-args.ts'

// A test that needs a whole browser, with a profile, starts one: harness/phone.ts.
const executablePath = process.env['HEADLESS_SHELL'] ?? process.env['CHROMIUM'] ?? '/usr/bin/chromium'

const specsWithOwnShop = ['catalogue-offline.spec.ts', 'exactly-once.spec.ts', 'long-list.spec.ts']

/** Real browser, real shop: started once (shop.setup.ts) with embedded Postgres and Redis and a Telegram stand-in. */
export default defineConfig({
  testDir: '.',
  // What has a shop of its own takes longest and goes one by one: it starts first, beside the others.
  projects: [
    { name: 'own-shop', testMatch: specsWithOwnShop },
    { name: 'staff', testMatch: 'admin-*.spec.ts', workers: 1 },
    { name: 'shared-shop', testMatch: '*.spec.ts', testIgnore: [...specsWithOwnShop, 'admin-*.spec.ts'] },
  ],
  globalSetup: './shop.setup.ts',
  fullyParallel: true,
  // What differs in its look alone is tried once each time, what builds a page of its own not at all, and whole by
  // `npm test -- "browser, thorough"` (fixtures.ts, eachTime).
  ...(process.env['THOROUGH'] === '1' ? {} : { grepInvert: /@thorough/ }),
  // Two leave a fifth of two processors idle, for the half seconds that the specification requires; more than three only wait.
  workers: 3,
  timeout: 300_000,
  // On an idle machine every awaited event occurs at once.
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args: browserArgs },
    // Not the machine's own clock and language.
    timezoneId: 'Europe/Kyiv',
    locale: 'en-US',
    trace: 'off',
    // A hang reports its location.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
  },
})
