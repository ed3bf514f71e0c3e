import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const testDefaults = {
  exclude: ['**/node_modules/**', '**/dist/**'],
  testTimeout: 30_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for Postgres and for moments half of the time: one worker more than there are processors.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...testDefaults,
          name: 'server',
          include: ['{api,worker,infra}/**/*.test.ts'],
          globalSetup: ['infra/local/vitest-setup.ts'],
          // Files share a process: each test has its own database, so there is nothing to share by accident.
          isolate: false,
        },
      },
      {
        // A step of its own: it waits most of the time.
        test: { ...testDefaults, name: 'drill', include: ['infra/drills/*.drill.ts'] },
      },
      {
        test: {
          ...testDefaults,
          name: 'page',
          include: ['pwa/{src,test,build,e2e/harness}/**/*.test.ts'],
          // The browser's databases are globals: one file's must not be another's.
          isolate: true,
        },
      },
    ],
  },
})
