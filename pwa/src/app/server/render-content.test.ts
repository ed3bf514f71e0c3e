import { buildRequest } from '@tsedra/contract/build-request'
import type { Category, Product } from '@tsedra/contract/catalogue'
import {
  buildDetailQuery,
  buildFeaturedQuery,
  buildListQuery,
  buildProductsQuery,
  MAX_PAGE_SIZE,
} from '@tsedra/contract/catalogue-queries'
import type { Drink } from '@tsedra/contract/drinks'
import { type Language, languages } from '@tsedra/contract/language'
import { UNCATEGORISED_BLOCK } from '@tsedra/contract/page-manifest'
import { expect, test } from 'vitest'
import { renderContent } from './render-content.tsx'

const categoryId = '3d9e1f0a-1111-4222-8333-444455556666'
const names = { ua: 'Лимонні чипси', ru: 'Лимонные чипсы', en: 'Lemon chips' }
const categoryNames = { ua: 'Цитрусові', ru: 'Цитрусовые', en: 'Citrus' }

const buildProduct = (lang: Language, changes: Partial<Product> = {}): Product => ({
  id: crypto.randomUUID(),
  slug: 'lemon',
  categoryId,
  price: '119.00',
  imageUrl: '/media/0123456789abcdef0123-1200x1200c.webp',
  galleryImages: [],
  availablePackages: ['50г', '1кг'],
  isActive: true,
  isFeatured: true,
  sortOrder: 0,
  likesCount: 0,
  drinks: ['gin-fizz'],
  createdAt: '2026-01-01T00:00:00Z',
  translations: [
    {
      language: lang,
      name: names[lang],
      shortDescription: `${names[lang]}: short`,
      description: `${names[lang]}: long`,
      seoTitle: null,
      seoDescription: null,
    },
  ],
  category: { id: categoryId, slug: 'citrus', translations: [{ language: lang, name: categoryNames[lang] }] },
  ...changes,
})

const buildCategory = (lang: Language, changes: Partial<Category> = {}): Category => ({
  id: categoryId,
  slug: 'citrus',
  imageUrl: null,
  sortOrder: 0,
  isActive: true,
  productsCount: 1,
  translations: [
    {
      language: lang,
      name: categoryNames[lang],
      description: `${categoryNames[lang]}: text`,
      seoTitle: null,
      seoDescription: null,
    },
  ],
  ...changes,
})

const buildDrink = (lang: Language): Drink => ({
  slug: 'gin-fizz',
  translations: [{ language: lang, name: 'Gin Fizz', reason: `${names[lang]}: reason` }],
})

type Input = Parameters<typeof buildRequest>[1]
const block = (route: string, input: Input, response: unknown) =>
  [buildRequest(route, input).url, JSON.stringify(response)] as const

interface Shop {
  product?: Product
  category?: Category
  products?: Product[]
  drink?: Drink
}

/** Renders a page of a shop with one category, its products and one drink. */
function render(
  path: string | undefined,
  lang: Language,
  {
    product = buildProduct(lang),
    category = buildCategory(lang),
    products = [product],
    drink = buildDrink(lang),
  }: Shop = {},
  extraBlocks: readonly (readonly [string, string])[] = [],
) {
  const list = { products: products.slice(0, MAX_PAGE_SIZE), total: products.length }
  const blocks = [
    block('GET /api/categories', buildListQuery(lang), [category]),
    block('GET /api/categories/:slug', buildDetailQuery('citrus', lang), category),
    block('GET /api/products', buildProductsQuery({ categoryId, sort: 'default' }, lang), list),
    block('GET /api/products', buildFeaturedQuery(lang), list),
    block('GET /api/products/:slug', buildDetailQuery('lemon', lang), product),
    block('GET /api/drinks', buildListQuery(lang), [drink]),
    block('GET /api/drinks/:slug', buildDetailQuery('gin-fizz', lang), { drink, products }),
    ...extraBlocks,
  ]
  const html = renderContent({ path, lang, blocks: new Map(blocks) })
  return {
    html,
    text: html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[\s\u00a0]+/g, ' '),
    headings: [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, inner = '']) => inner.replaceAll(/<[^>]+>/g, '')),
    links: [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')),
    breadcrumbs: [...(/<ol class="claims">(.*?)<\/ol>/.exec(html)?.[1] ?? '').matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(
      ([, inner = '']) => inner.replaceAll(/<[^>]+>/g, ''),
    ),
  }
}

const inLanguage = (path: string, lang: Language) => (lang === 'ua' ? path : `${path}?lang=${lang}`)
const brand = { ua: 'Цедра', ru: 'Цедра', en: 'Tsedra' }

test.each(languages)('a product has its heading, prices, packages, description, breadcrumbs and drinks: %s', (lang) => {
  const { headings, text, breadcrumbs, links } = render('/product/lemon', lang)

  expect(headings).toEqual([names[lang]])
  const prices = lang === 'en' ? ['₴ 119 .00', '₴ 1,785 .00'] : ['119 ,00 ₴', '1 785 ,00 ₴']
  for (const price of prices) expect(text).toContain(price)
  for (const size of lang === 'en' ? ['50 g', '1 kg'] : ['50 г', '1 кг']) expect(text).toContain(size)
  expect(text).toContain(`${names[lang]}: long`)
  expect(breadcrumbs).toEqual([brand[lang], categoryNames[lang], names[lang]])
  expect(links).toEqual(
    expect.arrayContaining(['/', '/category/citrus', '/drink/gin-fizz'].map((path) => inLanguage(path, lang))),
  )
})

test.each(languages)('a category has its description and links to all of its products: %s', (lang) => {
  const products = Array.from({ length: MAX_PAGE_SIZE + 1 }, (_, index) =>
    buildProduct(lang, { slug: `lemon-${index}` }),
  )
  const further = { categoryId, sort: 'default', limit: MAX_PAGE_SIZE, offset: MAX_PAGE_SIZE } as const
  const { headings, text, breadcrumbs, links } = render('/category/citrus', lang, { products }, [
    block('GET /api/products', buildProductsQuery(further, lang), {
      products: products.slice(MAX_PAGE_SIZE),
      total: products.length,
    }),
  ])

  expect(headings).toEqual([categoryNames[lang]])
  expect(text).toContain(`${categoryNames[lang]}: text`)
  expect(breadcrumbs).toEqual([brand[lang], categoryNames[lang]])
  for (const { slug } of products) expect(links).toContain(inLanguage(`/product/${slug}`, lang))
})

test.each(languages)('the home page links to categories, featured products, drinks and other products: %s', (lang) => {
  const other = buildProduct(lang, { slug: 'other', categoryId: null, category: null })
  const { headings, links } = render('/', lang, {}, [[UNCATEGORISED_BLOCK, JSON.stringify({ products: [other] })]])

  expect(headings).toHaveLength(1)
  const paths = ['/category/citrus', '/product/lemon', '/drink/gin-fizz', '/drinks', '/product/other', '/contacts']
  expect(links).toEqual(expect.arrayContaining(paths.map((path) => inLanguage(path, lang))))
})

test.each(languages)('a drink has its reason and its products, the list of drinks has all: %s', (lang) => {
  const drink = render('/drink/gin-fizz', lang)
  const drinks = render('/drinks', lang)

  expect(drink.headings).toEqual(['Gin Fizz'])
  expect(drink.text).toContain(`${names[lang]}: reason`)
  expect(drink.links).toContain(inLanguage('/product/lemon', lang))
  expect(drink.breadcrumbs[0]).toBe(brand[lang])
  expect(drinks.headings).toHaveLength(1)
  expect(drinks.links).toContain(inLanguage('/drink/gin-fizz', lang))
})

test.each([
  ['ua', 'Зв’язатися з нами'],
  ['ru', 'Связаться с нами'],
  ['en', 'Contact Us'],
] as const)('contacts are readable, and the footer of every page has phone and Telegram: %s', (lang, title) => {
  const builtIn = block('GET /api/pages/:slug', buildDetailQuery('contacts', lang), {
    slug: 'contacts',
    markdown: null,
  })
  const contacts = render('/contacts', lang, {}, [builtIn])

  expect(contacts.headings).toEqual([title])
  expect(contacts.breadcrumbs).toEqual([brand[lang], title])
  expect(contacts.text).toContain('@tsedra_shop')
  expect(contacts.links).toContain('mailto:hello@tsedra.example')
  for (const path of ['/', '/contacts', '/product/lemon', undefined])
    expect(render(path, lang).links, path).toEqual(
      expect.arrayContaining(['tel:+380440000124', 'https://t.me/tsedra_shop']),
    )
})

test('every page links to itself in each language', () => {
  const { links } = render('/product/lemon', 'ru')

  expect(links).toEqual(expect.arrayContaining(['/product/lemon', '/product/lemon?lang=ru', '/product/lemon?lang=en']))
})

test('an own text replaces the built-in one', () => {
  const own = block('GET /api/pages/:slug', buildDetailQuery('terms', 'ua'), {
    slug: 'terms',
    markdown: '## Наші\n\nУмови',
  })
  const { text } = render('/terms', 'ua', {}, [own])

  expect(text).toContain('Наші')
  expect(text).toContain('Умови')
})

test('the owner’s texts and contacts replace the built-in ones, for this page only', () => {
  const view = JSON.stringify({
    messages: { brand: 'Корж', hero: { first: 'Наш заголовок' } },
    phone: '+380 50 111 22 33',
    heroPicture: '/media/fedcba98765432100123-1200x900.webp',
  })
  const own = render('/', 'ua', {}, [['shop.ua', view]])
  const builtIn = render('/', 'ua')

  expect(own.headings[0]).toContain('Наш заголовок')
  expect(own.links).toContain('tel:+380501112233')
  expect(own.html).toMatch(/<img [^>]*src="\/media\/fedcba98765432100123-1200x900\.webp"/)
  expect(builtIn.html).not.toMatch(/Корж|Наш заголовок|1112233|fedcba/)
})

test('a missing page has a heading and a link home', () => {
  const { headings, links } = render(undefined, 'en')

  expect(headings).toHaveLength(1)
  expect(links).toContain('/?lang=en')
})

test('a package that is not in stock is named', () => {
  const { text } = render('/product/lemon', 'en', { product: buildProduct('en', { stock: { '1кг': 'out' } }) })

  expect(text).toMatch(/1 kg: \S/)
})

test('only the first picture is requested with the content, and no icon', () => {
  const { html } = render('/category/citrus', 'ua')
  const painted = html.replaceAll(/<noscript>.*?<\/noscript>/g, '')

  expect(painted).not.toContain('<img')
  expect(html).toContain('<noscript><img')
  for (const path of ['/', '/category/citrus', '/product/lemon', '/drink/gin-fizz', '/contacts'])
    expect(render(path, 'ua').html, path).not.toMatch(/<link|<script|style=|icons\.svg/)
})

test('texts of the catalogue are escaped', () => {
  const hostile = `</noscript></title><script>alert(1)</script><img src=x onerror=alert(1)>"'&`
  const texts = { name: hostile, shortDescription: hostile, description: hostile, seoTitle: null, seoDescription: null }
  const product = buildProduct('ua', { translations: [{ language: 'ua', ...texts }], stock: { '1кг': 'out' } })
  const category = buildCategory('ua', {
    translations: [{ language: 'ua', name: hostile, description: hostile, seoTitle: null, seoDescription: null }],
  })
  const drink: Drink = { slug: 'gin-fizz', translations: [{ language: 'ua', name: hostile, reason: hostile }] }

  for (const path of ['/', '/category/citrus', '/product/lemon', '/drink/gin-fizz', '/drinks']) {
    const { html } = render(path, 'ua', { product, category, drink })
    expect(html, path).toContain('&lt;script&gt;')
    expect(html, path).not.toMatch(/<script|<img src=x|<\/title/)
    expect(html.match(/<noscript>/g)?.length, path).toBe(html.match(/<\/noscript>/g)?.length)
  }
})
