import openShop from './shop.setup.ts'
import { test as base } from './fixtures.ts'

/** Runs a file's tests on a shop of its own: what they change in the catalogue would disturb other tests. */
export const test = base.extend<object, { ownShop: undefined }>({
  ownShop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures out of it
    async ({}, use) => {
      const close = await openShop()
      await use(undefined)
      await close()
    },
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
})
