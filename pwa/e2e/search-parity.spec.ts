import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { createRandom } from '../../infra/chaos/random.ts'
import { expect, languages, shopUrl, test } from './fixtures.ts'

const QUERY_COUNT = 500
const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const cyrillic = 'йцукенгшщзхїфівапролджєячсмитьбю'

interface SearchResponse {
  products: { id: string }[]
}
interface Snapshot {
  products: { id: string; names: string; about: string }[]
}

declare global {
  interface Window {
    search: { createSearch(documents: Snapshot['products']): { find(query: string): string[] } }
  }
}

test(`the phone finds the same as the server, in the same order, for ${QUERY_COUNT} queries`, async ({ page }) => {
  const content = await bundleSearch()
  await page.goto('about:blank')
  await page.addScriptTag({ content })
  const random = createRandom(20261121)
  for (const language of languages) {
    const snapshot = (await (await fetch(`${shopUrl()}/api/catalogue/${language}`)).json()) as Snapshot
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
      ([documents, searchQueries]) => {
        const search = window.search.createSearch(documents)
        return searchQueries.map((query) => search.find(query))
      },
      [snapshot.products, queries] as const,
    )
    const onServer: string[][] = []
    for (const query of queries) {
      const address = `${shopUrl()}/api/products?lang=${language}&limit=100&search=${encodeURIComponent(query)}`
      onServer.push(((await (await fetch(address)).json()) as SearchResponse).products.map(({ id }) => id))
    }

    expect(onPhone).toEqual(onServer)
    expect(onPhone.filter((ids) => ids.length > 0).length).toBeGreaterThan(queriesPerLanguage / 2)
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

async function bundleSearch(): Promise<string> {
  const entry = fileURLToPath(new URL('../../api/contract/src/search.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'search' }, target: 'es2023' },
  })
  const [{ output }] = built as [Rolldown.RolldownOutput]
  return output[0].code
}
