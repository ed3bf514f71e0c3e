import { languages } from '@tsedra/contract/language'
import { expect, test, vi } from 'vitest'
import { createRateLimiter } from '../http/rate-limiter.ts'
import { catalogueReads } from './catalogue-routes.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import { buildReadModel, type ReadModel } from './read-model.ts'

const createModel = () => ({
  ...buildReadModel({ version: 1, categories: [], products: [], drinks: [], synonyms: [] }),
  prepareSearch: vi.fn<ReadModel['prepareSearch']>(async () => {}),
})
const preparedLanguages = ({ prepareSearch }: ReturnType<typeof createModel>) =>
  prepareSearch.mock.calls.map(([language]) => language)

test('the search indexes of all languages are built after the start and after each change, before a search', async () => {
  const [first, second] = [createModel(), createModel()]
  let publish: (model: ReadModel) => void = () => {}
  const catalogue: Pick<LiveCatalogue, 'current' | 'onChange'> = {
    current: first,
    onChange(listener) {
      publish = listener
    },
  }
  catalogueReads(catalogue as LiveCatalogue, createRateLimiter(1))
  await vi.waitFor(() => expect(preparedLanguages(first)).toEqual([...languages]))

  publish(second)
  await vi.waitFor(() => expect(preparedLanguages(second)).toEqual([...languages]))
})
