import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{api,worker,infra}/**/*.test.ts', 'pwa/{src,build}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'pwa/e2e/**'],
    globalSetup: ['infra/local/vitest-setup.ts'],
    // Files share a process: each test has its own database, so there is nothing to share by accident.
    pool: 'forks',
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
