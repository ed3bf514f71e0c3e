import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { createRandom } from '../../infra/chaos/random.ts'
import type { Language } from '@tsedra/contract/language'
import type { ProductSearch, SearchSource } from '@tsedra/contract/search'
import type { Snapshot } from '@tsedra/contract/snapshot'
import { expect, languages, shopUrl, test } from './fixtures.ts'

const QUERY_COUNT = 500
/** Concurrent requests to the server. */
const BATCH_SIZE = 20
const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const cyrillic = 'йцукенгшщзхїфівапролджєячсмитьбю'

const labelledQueries = JSON.parse(
  readFileSync(new URL('../../api/test/search-queries.json', import.meta.url), 'utf8'),
) as { query: string; language: Language }[]

interface LocalCatalogue {
  products(listQuery: { search: string }): Promise<SearchResponse | undefined>
}
interface SearchResponse {
  products: { id: string }[]
}

declare global {
  interface Window {
    search: { createSearch(source: SearchSource): ProductSearch }
    local: { createLocalCatalogue(snapshot: Snapshot): LocalCatalogue }
  }
}

test(`the phone finds the same as the server, in the same order, for ${QUERY_COUNT} queries`, async ({ page }) => {
  const content = await bundle('../../api/contract/src/search.ts', 'search')
  await page.goto('about:blank')
  await page.addScriptTag({ content })
  const random = createRandom(20261121)
  for (const language of languages) {
    const snapshot = await fetchSnapshot(language)
    const words = snapshot.products
      .flatMap(({ names, about }) => `${names} ${about}`.split(/[^\p{L}]+/u))
      .filter((word) => word.length > 2)
    const queriesPerLanguage = Math.ceil(QUERY_COUNT / languages.length)
    const queries = [
      'лимон',
      'limon',
      'kbvjy',
      'lemno',
      'lemon',
      'лімон',
      ...Array.from({ length: queriesPerLanguage }, () => generateQuery(words, random)),
    ]

    const onPhone = await page.evaluate(
      ([source, searchQueries]) => {
        const search = window.search.createSearch(source)
        return searchQueries.map((query) => search.find(query).ids)
      },
      [snapshot, queries] as const,
    )
    const onServer = await mapInBatches(queries, (query) => searchOnline(language, query))

    expect(onPhone).toEqual(onServer)
    expect(onPhone.filter((ids) => ids.length > 0).length).toBeGreaterThan(queriesPerLanguage / 2)
  }
})

test('every labelled query finds the same products in the same order online and offline', async ({ page }) => {
  await page.goto('about:blank')
  await page.addScriptTag({ content: await bundle('../src/catalogue/local/local-catalogue.ts', 'local') })
  for (const language of languages) {
    const queries = labelledQueries.filter((labelled) => labelled.language === language).map(({ query }) => query)
    const snapshot = await fetchSnapshot(language)
    const offline = await page.evaluate(
      async ([source, searchQueries]) => {
        const catalogue = window.local.createLocalCatalogue(source)
        const found = await Promise.all(searchQueries.map((search) => catalogue.products({ search })))
        return found.map((result) => result?.products.map(({ id }) => id))
      },
      [snapshot, queries] as const,
    )
    const online = await mapInBatches(queries, (query) => searchOnline(language, query))

    expect(offline.map((ids, index) => [queries[index], ids])).toEqual(
      online.map((ids, index) => [queries[index], ids]),
    )
  }
})

test('six spellings of lemon find the lemon first, in every language', async () => {
  for (const language of languages) {
    for (const query of ['лимон', 'limon', 'kbvjy', 'lemno', 'lemon', 'лімон']) {
      const address = `${shopUrl()}/api/products?lang=${language}&search=${encodeURIComponent(query)}`
      const { products } = (await (await fetch(address)).json()) as { products: { slug: string }[] }

      expect(products[0]?.slug, `${query} in ${language}`).toBe('lemon-chips')
    }
  }
})

/** A word of the catalogue: as it is, begun, misspelt, on the wrong keyboard, or two of them. */
function generateQuery(words: readonly string[], random: ReturnType<typeof createRandom>): string {
  const word = random.pick(words).toLowerCase()
  const index = random.below(word.length - 1)
  return random.pick([
    () => word,
    () => word.slice(0, 2 + random.below(word.length - 1)),
    () => word.slice(0, index) + word.charAt(index + 1) + word.charAt(index) + word.slice(index + 2),
    () => word.slice(0, index) + word.slice(index + 1),
    () => Array.from(word, (char) => latin[cyrillic.indexOf(char)] ?? cyrillic[latin.indexOf(char)] ?? char).join(''),
    () => `${word} ${random.pick(words)}`,
  ])()
}

async function fetchSnapshot(language: Language): Promise<Snapshot> {
  return (await (await fetch(`${shopUrl()}/api/catalogue/${language}`)).json()) as Snapshot
}

async function searchOnline(language: Language, query: string): Promise<string[]> {
  const address = `${shopUrl()}/api/products?lang=${language}&limit=100&search=${encodeURIComponent(query)}`
  return ((await (await fetch(address)).json()) as SearchResponse).products.map(({ id }) => id)
}

async function mapInBatches<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += BATCH_SIZE)
    results.push(...(await Promise.all(items.slice(at, at + BATCH_SIZE).map(map))))
  return results
}

/** Bundles a module with its imports as a global of the page. */
async function bundle(path: string, name: string): Promise<string> {
  const entry = fileURLToPath(new URL(path, import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['iife'], name }, target: 'es2023' },
  })
  const [{ output }] = built as [Rolldown.RolldownOutput]
  return output[0].code
}
