import { defaultPackages } from '@tsedra/contract/package-prices'
import { parseStoredSettings } from '@tsedra/contract/shop-settings'
import { languages } from '@tsedra/contract/language'
import { expect, test, vi } from 'vitest'
import { createCachedUrls } from '../http/cached-urls.ts'
import { createRateLimiter } from '../http/rate-limiter.ts'
import { catalogueReads } from './catalogue-routes.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import { buildReadModel, type ReadModel } from './read-model.ts'

const createModel = () => ({
  ...buildReadModel(
    {
      version: 1,
      categories: [],
      products: [],
      drinks: [],
      synonyms: [],
      packages: defaultPackages,
      settings: parseStoredSettings(undefined),
      infoPages: [],
    },
    '2026-11-21',
  ),
  prepareSearch: vi.fn<ReadModel['prepareSearch']>(async () => {}),
})
const preparedLanguages = ({ prepareSearch }: ReturnType<typeof createModel>) =>
  prepareSearch.mock.calls.map(([language]) => language)

/** Opens a catalogue of one version. Returns a function that replaces it. */
function openCatalogue(first: ReadModel): (model: ReadModel) => void {
  let notify: (model: ReadModel) => void = () => {}
  const catalogue = {
    current: first,
    onChange(listener: (model: ReadModel) => void) {
      notify = listener
    },
  } satisfies Pick<LiveCatalogue, 'current' | 'onChange'>
  catalogueReads(catalogue as unknown as LiveCatalogue, createCachedUrls(), createRateLimiter(1))
  return (model) => {
    catalogue.current = model
    notify(model)
  }
}

test('the search indexes of all languages are built after the start and after each change, before a search', async () => {
  const [first, second] = [createModel(), createModel()]
  const publish = openCatalogue(first)
  await vi.waitFor(() => expect(preparedLanguages(first)).toEqual([...languages]))

  publish(second)
  await vi.waitFor(() => expect(preparedLanguages(second)).toEqual([...languages]))
})

test('a version that is replaced while its indexes are built gets no further ones', async () => {
  const [first, second] = [createModel(), createModel()]
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  first.prepareSearch.mockReturnValueOnce(finished)
  const publish = openCatalogue(first)
  await vi.waitFor(() => expect(preparedLanguages(first)).toHaveLength(1))

  publish(second)
  finish()

  await vi.waitFor(() => expect(preparedLanguages(second)).toEqual([...languages]))
  expect(preparedLanguages(first)).toHaveLength(1)
})
