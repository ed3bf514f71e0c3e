import { expect, test, vi } from 'vitest'
import type { Category } from './queries.ts'

vi.stubGlobal('document', { getElementById: () => null })
const { categoriesQuery } = await import('./queries.ts')

test('a category without products is omitted', () => {
  const category = (slug: string, productsCount: number) =>
    ({ slug, productsCount, translations: [] as Category['translations'] }) as Category

  const shown = categoriesQuery('ua').select?.([category('citrus', 3), category('empty', 0), category('herbs', 1)])

  expect(shown?.map(({ slug }) => slug)).toEqual(['citrus', 'herbs'])
})
