import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { onlyOwnCode } from './only-own-code.ts'

const repository = resolve(import.meta.dirname, '../..')
const { resolveId, generateBundle } = onlyOwnCode(repository, ['pwa', 'api/contract']) as unknown as {
  resolveId: (this: object, source: string, importer: string) => null
  generateBundle: (this: object) => void
}
const complaining = {
  error(message: string) {
    throw new Error(message)
  },
}
const importing = (source: string, file: string) => () => resolveId.call(complaining, source, resolve(repository, file))
const bundling = (...files: string[]) => {
  const ids = files.map((file) => resolve(repository, file))
  return () => generateBundle.call({ ...complaining, getModuleIds: () => ids })
}

test('a package that is only hoisted stays out of the page', () => {
  expect(importing('express', 'pwa/src/app/main.tsx')).toThrow(/pwa\/src\/main.tsx imports 'express'/)
  expect(importing('knex', 'api/contract/src/orders.ts')).toThrow(/'knex'/)
})

test('what is declared, relative or part of a declared package comes in', () => {
  expect(importing('react', 'pwa/src/app/main.tsx')).not.toThrow()
  expect(importing('@tsedra/contract/money', 'pwa/src/app/main.tsx')).not.toThrow()
  expect(importing('./app/App.tsx', 'pwa/src/app/main.tsx')).not.toThrow()
})

test('code of the server cannot be shipped', () => {
  expect(bundling('pwa/src/app/main.tsx', 'api/contract/src/money.ts', 'node_modules/react/index.js')).not.toThrow()
  expect(bundling('pwa/src/app/main.tsx', 'api/src/config.ts')).toThrow(
    /must not reach the browser: api\/src\/config.ts/,
  )
})
