import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { importBoundaries } from './import-boundaries.ts'

const repository = resolve(import.meta.dirname, '../..')
const { resolveId, generateBundle } = importBoundaries(repository, ['pwa', 'api/contract']) as unknown as {
  resolveId: (this: object, source: string, importer: string) => null
  generateBundle: (this: object) => void
}
const failingContext = {
  error(message: string) {
    throw new Error(message)
  },
}
const resolveImport = (source: string, file: string) => () =>
  resolveId.call(failingContext, source, resolve(repository, file))
const bundleFiles = (...files: string[]) => {
  const ids = files.map((file) => resolve(repository, file))
  return () => generateBundle.call({ ...failingContext, getModuleIds: () => ids })
}

test('importing a package that is only hoisted fails the build', () => {
  expect(resolveImport('express', 'pwa/src/app/main.tsx')).toThrow(/pwa\/src\/app\/main.tsx imports 'express'/)
  expect(resolveImport('knex', 'api/contract/src/orders.ts')).toThrow(/'knex'/)
})

test('declared packages, their subpaths and relative files may be imported', () => {
  expect(resolveImport('react', 'pwa/src/app/main.tsx')).not.toThrow()
  expect(resolveImport('@tsedra/contract/money', 'pwa/src/app/main.tsx')).not.toThrow()
  expect(resolveImport('./app/App.tsx', 'pwa/src/app/main.tsx')).not.toThrow()
})

test('bundling server code fails the build', () => {
  expect(bundleFiles('pwa/src/app/main.tsx', 'api/contract/src/money.ts', 'node_modules/react/index.js')).not.toThrow()
  expect(bundleFiles('pwa/src/app/main.tsx', 'api/src/config.ts')).toThrow(
    /must not reach the browser: api\/src\/config.ts/,
  )
})
