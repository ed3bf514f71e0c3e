import type { Category, Product } from '@tsedra/contract/catalogue'
import type { Drink } from '@tsedra/contract/drinks'
import { htmlLang, locale } from '@tsedra/contract/language'
import { unitPrice } from '@tsedra/contract/money'
import { formatPackage, pickPackage } from '@tsedra/contract/packages'
import { crawl, type CrawledPage } from './harness/crawl.ts'
import { expect, type Language, languages, messagesByLanguage, shopUrl, test } from './fixtures.ts'

/** Requests per client address: more would exceed the rate limit. */
const REQUESTS_PER_ADDRESS = 200
let requestCount = 0

async function request(address: string): Promise<Response> {
  requestCount += 1
  const client = `10.77.${Math.floor(requestCount / REQUESTS_PER_ADDRESS)}.1`
  return fetch(shopUrl() + address, { redirect: 'manual', headers: { 'x-forwarded-for': client } })
}

const fetchJson = async <Body>(address: string): Promise<Body> => (await (await request(address)).json()) as Body
const inLanguage = (path: string, language: Language) => (language === 'ua' ? path : `${path}?lang=${language}`)
const formatMoney = (kopiykas: number, language: Language) =>
  new Intl.NumberFormat(locale[language], {
    style: 'currency',
    currency: 'UAH',
    currencyDisplay: 'narrowSymbol',
  }).format(kopiykas / 100)
const singleSpaced = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

test('a crawler without scripts reaches every category, product and drink of each language from the home page', async () => {
  const pages = await crawl({
    fetchHtml: async (address) => {
      const response = await request(address)
      return { status: response.status, html: await response.text() }
    },
    disallowed: ['/api/', '/admin', '/profile', '/pending', '/order/'],
  })
  const faults: string[] = []
  const check = (page: CrawledPage | undefined, address: string, texts: Record<string, string | null | undefined>) => {
    if (!page) return void faults.push(`${address}: not reached`)
    for (const [name, text] of Object.entries(texts))
      if (text && !page.text.includes(singleSpaced(text))) faults.push(`${address}: no ${name} "${text}"`)
  }

  for (const { address, status, lang, headings, linkedFrom, externalLinks, text } of pages.values()) {
    if (status !== 200) faults.push(`${address}: dead link (${status}) on ${linkedFrom}`)
    const language = languages.find((candidate) => new URLSearchParams(address.split('?')[1]).get('lang') === candidate)
    if (lang !== htmlLang[language ?? 'ua']) faults.push(`${address}: language ${lang}`)
    if (headings.length !== 1 || !headings[0]) faults.push(`${address}: headings ${headings.join(' | ')}`)
    if (!externalLinks.some((link) => link.startsWith('tel:'))) faults.push(`${address}: no phone number`)
    // The heading of the footer differs in every language.
    for (const other of languages)
      if (text.includes(singleSpaced(messagesByLanguage[other].foot.contact)) !== (other === (language ?? 'ua')))
        faults.push(`${address}: texts in ${other}`)
  }

  for (const language of languages) {
    const categories = await fetchJson<Category[]>(`/api/categories?lang=${language}`)
    const { products } = await fetchJson<{ products: Product[] }>(`/api/products?lang=${language}&limit=100`)
    const drinks = await fetchJson<Drink[]>(`/api/drinks?lang=${language}`)
    expect([categories.length, products.length, drinks.length].every((count) => count > 0)).toBe(true)
    for (const { slug, productsCount, translations } of categories) {
      const address = inLanguage(`/category/${slug}`, language)
      if (productsCount > 0)
        check(pages.get(address), address, { name: translations[0]?.name, description: translations[0]?.description })
    }
    for (const product of products) {
      const address = inLanguage(`/product/${product.slug}`, language)
      const [texts] = product.translations
      const size = pickPackage(product.availablePackages)
      check(pages.get(address), address, {
        name: texts?.name,
        description: texts?.description ?? texts?.shortDescription,
        price: formatMoney(unitPrice(product, size), language),
        package: formatPackage(size, language),
      })
    }
    for (const { slug, translations } of drinks) {
      const address = inLanguage(`/drink/${slug}`, language)
      check(pages.get(address), address, { name: translations[0]?.name, reason: translations[0]?.reason })
    }
  }

  expect(faults).toEqual([])
})
