import { readFile } from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestCategory, createTestDrink, createTestProduct } from '../../test/fixtures.ts'
import { openShop, type Shop } from '../../test/shop.ts'

const ORIGIN = 'http://localhost:8080'

async function requestPage(shop: Shop, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(shop.url + path, { headers, redirect: 'manual' })
  const html = await response.text()
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, matches]) => matches ?? '')
  const blocks = (type: string) =>
    [...html.matchAll(new RegExp(`<script type="${type}"(?: id="([^"]*)")?>([^<]*)</script>`, 'g'))].map(
      ([, id, json]) => ({
        id: id?.replaceAll('&#38;', '&'),
        value: JSON.parse(json ?? '') as Record<string, unknown>,
      }),
    )
  return {
    status: response.status,
    headers: response.headers,
    html,
    lang: all(/<html lang="([^"]*)"/g)[0],
    title: all(/<title>([^<]*)<\/title>/g)[0],
    description: all(/<meta name="description" content="([^"]*)"/g)[0],
    canonical: all(/<link rel="canonical" href="([^"]*)"/g),
    robots: all(/<meta name="robots" content="([^"]*)"/g),
    alternates: Object.fromEntries(
      [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(([, lang, href]) => [
        lang,
        href,
      ]),
    ),
    og: Object.fromEntries(
      [...html.matchAll(/<meta property="og:([^"]*)" content="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ),
    preloads: all(/<link rel="preload" as="image" (?:type="image\/avif" )?imagesrcset="([^"]*)"/g),
    inlined: blocks('application/json'),
    data: blocks('application/ld\\+json').map(({ value }) => value),
  }
}

const lemonPicture = '/media/0123456789abcdef0123-1200x1200c.webp'

const lemonShop = () =>
  openShop({
    arrange: async (db) => {
      const citrus = await createTestCategory(db, { slug: 'citrus' })
      await createTestDrink(db, { slug: 'gin-fizz', name: 'Gin Fizz' })
      await db('drink_translations').where({ language: 'ua' }).update({ reason: 'Лимон пахне першим.' })
      const lemon = await createTestProduct(db, {
        slug: 'lemon',
        category_id: citrus,
        is_featured: true,
        drinks: ['gin-fizz'],
      })
      await db('products').where({ id: lemon }).update({ image_url: lemonPicture })
      await db('product_translations')
        .where({ product_id: lemon, language: 'en' })
        .update({ seo_title: 'Dried lemon for bars', seo_description: 'Even wheels of lemon' })
    },
  })

test.each([
  ['', 'uk', 'Лимонні чипси · Цедра', 'Лимонні чипси.'],
  ['?lang=ru', 'ru', 'Лимонные чипсы · Цедра', 'Лимонные чипсы.'],
  ['?lang=en', 'en', 'Dried lemon for bars · Tsedra', 'Even wheels of lemon'],
  ['?lang=uk', 'uk', 'Лимонні чипси · Цедра', 'Лимонні чипси.'],
  ['?lang=xx', 'uk', 'Лимонні чипси · Цедра', 'Лимонні чипси.'],
])(
  'the product page %s is in the language %s, with the SEO texts where there are some',
  async (query, lang, title, description) => {
    await using shop = await lemonShop()

    const page = await requestPage(shop, `/product/lemon${query}`)

    expect(page).toMatchObject({ status: 200, lang, title, description, robots: [] })
    const inLanguage = lang === 'uk' ? '' : `?lang=${lang}`
    expect(page.canonical).toEqual([`${ORIGIN}/product/lemon${inLanguage}`])
    expect(page.alternates).toEqual({
      uk: `${ORIGIN}/product/lemon`,
      ru: `${ORIGIN}/product/lemon?lang=ru`,
      en: `${ORIGIN}/product/lemon?lang=en`,
      'x-default': `${ORIGIN}/product/lemon`,
    })
    expect(page.og).toMatchObject({
      type: 'product',
      title,
      description,
      image: expect.stringMatching(
        new RegExp(`^${ORIGIN}/api/cards/${lang === 'uk' ? 'ua' : lang}/product/lemon\\.[0-9a-f]{12}\\.jpg$`),
      ) as string,
      'image:alt': title,
      'image:width': '1200',
      'image:height': '630',
    })
  },
)

test('structured data describes a product, its price and its breadcrumbs', async () => {
  await using shop = await lemonShop()

  const { data } = await requestPage(shop, '/product/lemon?lang=en')

  expect(data).toMatchObject([
    {
      '@type': 'ProductGroup',
      name: 'Lemon chips',
      url: `${ORIGIN}/product/lemon?lang=en`,
      productGroupID: 'lemon',
      variesBy: 'https://schema.org/size',
      hasVariant: [
        {
          '@type': 'Product',
          name: 'Lemon chips, 50\u00a0g',
          sku: 'lemon-50',
          size: '50\u00a0g',
          image: [ORIGIN + lemonPicture],
          offers: {
            '@type': 'Offer',
            priceCurrency: 'UAH',
            price: '119.00',
            availability: 'https://schema.org/InStock',
            hasMerchantReturnPolicy: { merchantReturnLink: `${ORIGIN}/returns?lang=en` },
          },
        },
        { sku: 'lemon-100', offers: { price: '214.20' } },
        { sku: 'lemon-500' },
        { sku: 'lemon-1000', offers: { price: '1785.00' } },
      ],
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Tsedra', item: `${ORIGIN}/?lang=en` },
        { position: 2, name: 'Citrus chips', item: `${ORIGIN}/category/citrus?lang=en` },
        { position: 3, name: 'Lemon chips', item: `${ORIGIN}/product/lemon?lang=en` },
      ],
    },
  ])
  expect((await requestPage(shop, '/?lang=en')).data).toMatchObject([
    { '@type': 'OnlineStore', '@id': `${ORIGIN}/#shop`, name: 'Tsedra', url: `${ORIGIN}/` },
    {
      '@type': 'WebSite',
      url: `${ORIGIN}/?lang=en`,
      publisher: { '@id': `${ORIGIN}/#shop` },
      potentialAction: { target: { urlTemplate: `${ORIGIN}/?lang=en&search={search_term_string}` } },
    },
  ])
})

test('the page of a drink has the reason as its description, and lists its products', async () => {
  await using shop = await lemonShop()

  const ukrainian = await requestPage(shop, '/drink/gin-fizz')
  const english = await requestPage(shop, '/drink/gin-fizz?lang=en')

  expect(ukrainian).toMatchObject({
    status: 200,
    title: 'Gin Fizz ua · Цедра',
    description: 'Лимон пахне першим.',
    canonical: [`${ORIGIN}/drink/gin-fizz`],
    og: { image: `${ORIGIN}/media/0123456789abcdef0123-1200x1200c.share.jpg` },
  })
  // Without a reason in this language the page describes all drinks.
  expect(english).toMatchObject({ title: 'Gin Fizz en · Tsedra', description: 'What to garnish with' })
  expect(english.alternates).toMatchObject({ uk: `${ORIGIN}/drink/gin-fizz` })
  expect(english.data).toMatchObject([
    {
      '@type': 'ItemList',
      itemListElement: [{ position: 1, name: 'Lemon chips', url: `${ORIGIN}/product/lemon?lang=en` }],
    },
    { '@type': 'BreadcrumbList', itemListElement: [{ position: 1 }, { position: 2, name: 'Gin Fizz en' }] },
  ])
  for (const file of ['Drink.js', 'Drink.css', 'texts.en.js']) expect(english.html).toContain(`href="/assets/${file}"`)
})

test.each(['/', '/category/citrus', '/product/lemon', '/drink/gin-fizz', '/drinks', '/faq'])(
  'the inlined responses of %s equal those of the API, in the page’s language',
  async (path) => {
    await using shop = await lemonShop()
    for (const lang of ['ua', 'ru', 'en']) {
      const { inlined: responses } = await requestPage(shop, `${path}?lang=${lang}`)

      expect(responses.length).toBeGreaterThan(0)
      for (const { id = '', value } of responses) {
        expect(id).toContain(`lang=${lang}`)
        expect(value).toEqual((await shop.send('GET', id)).body)
      }
    }
  },
)

test('the HTML preloads the first picture, the screen and the language', async () => {
  await using shop = await lemonShop()

  const product = await requestPage(shop, '/product/lemon?lang=ru')
  const home = await requestPage(shop, '/')

  expect(product.preloads).toEqual([expect.stringContaining('-1200x1200c.960.avif 960w')])
  for (const file of [
    'deferred" crossorigin href="/assets/Product.js"',
    'stylesheet" crossorigin href="/assets/Product.css"',
  ])
    expect(product.html).toContain(`<link rel="${file}`)
  expect(product.html).toContain('href="/assets/ru.js"')
  expect(product.html).not.toContain('orange.webp')
  expect(home.html).toContain('<link rel="preload" as="image" href="/assets/orange.webp"')
  expect(home.html).not.toContain('/assets/Product.js')
})

test('where the HTML paints content scripts and fonts are deferred, elsewhere they are preloaded', async () => {
  await using shop = await lemonShop()
  const atOnce = /<script type="module" crossorigin src="\/assets\/[^"]+"><\/script>/
  const entry = /<link rel="deferred" crossorigin(?:="")? href="\/assets\/[^"]+" data-entry(?:="")?>/

  for (const path of ['/', '/category/citrus', '/product/lemon', '/drink/gin-fizz', '/drinks', '/faq?lang=ru']) {
    const { html } = await requestPage(shop, path)
    expect(html, path).toMatch(entry)
    expect(html, path).not.toMatch(atOnce)
    expect(html, path).not.toContain('modulepreload')
    expect(html, path).not.toContain('as="font"')
  }
  for (const path of ['/?search=lemon', '/category/citrus?sort=price', '/profile', '/product/nothing']) {
    const { html } = await requestPage(shop, path)
    expect(html, path).toMatch(atOnce)
    expect(html, path).toContain('as="font"')
    expect(html, path).not.toMatch(entry)
  }
})

test('the content is rendered in the page’s language from its inlined responses and those that its links need', async () => {
  await using shop = await lemonShop()
  const readContent = async (path: string) => {
    const { html, inlined } = await requestPage(shop, path)
    const [, main = ''] = /<div id="root">(<main.*?<\/main>)<\/div>/.exec(html) ?? []
    const passedIds = [...main.matchAll(/<li>([^<]*)<\/li>/g)].map(([, id]) => id?.replaceAll('&#38;', '&'))
    const inlinedIds = inlined.map(({ id }) => id)
    return {
      tag: /^<main[^>]*>/.exec(main)?.[0],
      linked: passedIds.filter((id) => !inlinedIds.includes(id)),
      inlinedIds,
      passedIds,
    }
  }

  const product = await readContent('/product/lemon?lang=en')
  const category = await readContent('/category/citrus')
  const page = await readContent('/faq?lang=ru')

  expect(product.tag).toBe('<main data-path="/product/lemon" data-language="en">')
  expect(product.passedIds).toEqual(expect.arrayContaining(product.inlinedIds))
  expect(product.linked).toEqual(['/api/drinks?lang=en'])
  expect([category.tag, category.linked]).toEqual(['<main data-path="/category/citrus" data-language="ua">', []])
  expect([page.tag, page.linked]).toEqual(['<main data-path="/faq" data-language="ru">', []])
})

test('products without a category, and those after the first hundred of one, are passed for links', async () => {
  await using shop = await openShop({
    arrange: async (db) => {
      const citrus = await createTestCategory(db, { slug: 'citrus' })
      for (let number = 0; number <= 100; number++)
        await createTestProduct(db, { slug: `lemon-${number}`, category_id: citrus })
      await createTestProduct(db, { slug: 'other' })
    },
  })

  const home = await requestPage(shop, '/')
  const category = await requestPage(shop, '/category/citrus')

  expect(home.html).toContain('<li>products-without-category</li>')
  expect(category.html).toMatch(/<li>[^<]*limit=100&#38;offset=100[^<]*<\/li>/)
})

test('a page whose content the client requests has no content', async () => {
  await using shop = await lemonShop()

  for (const path of ['/profile', '/?search=lemon', '/category/citrus?sort=price']) {
    const { html } = await requestPage(shop, path)
    expect(html, path).toContain('<div id="root"></div>')
    expect(html, path).toContain('<noscript>+380 44 000 01 24</noscript>')
  }
})

test.each(['/product/nothing', '/such/a/page', '/category/nothing?sort=price'])(
  'the content of a missing page is for browsers without scripts: %s',
  async (path) => {
    await using shop = await lemonShop()

    const { html } = await requestPage(shop, path)

    expect(html).toContain('<div id="root"><noscript><main data-path="missing"')
    expect(html.match(/<noscript>/g)).toHaveLength(1)
  },
)

// catches mutation: missing-page-is-404
test.each([
  ['/product/nothing', 'Товару немає'],
  ['/category/nothing', 'Категорії немає'],
  ['/drink/nothing', 'Напою немає'],
  ['/such/a/page', '404 сторінки немає'],
  ['/home', '404 сторінки немає'],
])('%s is a 404 with a title of its own', async (path, title) => {
  await using shop = await lemonShop()

  expect(await requestPage(shop, path)).toMatchObject({
    status: 404,
    title,
    robots: ['noindex'],
    canonical: [],
    alternates: {},
  })
})

test('a hidden product is a 404', async () => {
  await using shop = await openShop({ arrange: (db) => createTestProduct(db, { slug: 'hidden', is_active: false }) })

  expect((await requestPage(shop, '/product/hidden')).status).toBe(404)
})

test.each(['/order/42', '/pending', '/profile', '/profile/settings', '/admin', '/admin/orders'])(
  '%s is private: the page is served with noindex',
  async (path) => {
    await using shop = await lemonShop()

    expect(await requestPage(shop, path)).toMatchObject({ status: 200, robots: ['noindex'], canonical: [], data: [] })
  },
)

test.each(['search=lemon&sort=price', 'from=100', 'to=200', 'package=1kg', 'featured=1'])(
  'a search or a filter has no canonical address of its own: %s',
  async (chosen) => {
    await using shop = await lemonShop()

    const page = await requestPage(shop, `/category/citrus?${chosen}`)

    expect(page).toMatchObject({ robots: ['noindex, follow'], canonical: [`${ORIGIN}/category/citrus`] })
    expect(page.inlined.map(({ id }) => id)).not.toContainEqual(expect.stringContaining('/api/products?'))
  },
)

// catches mutation: one-spelling-per-page
test.each([
  ['/products/lemon?lang=en', '/product/lemon?lang=en'],
  ['/product/lemon/', '/product/lemon'],
  ['/Product/LEMON?lang=ru&sort=price', '/product/lemon?lang=ru&sort=price'],
  ['/Products/Lemon/', '/product/lemon'],
  ['/category/Citrus/', '/category/citrus'],
  ['/FAQ', '/faq'],
  ['/drinks/', '/drinks'],
])('another spelling redirects to the canonical address, with its language: %s', async (path, canonical) => {
  await using shop = await lemonShop()

  const { status, headers } = await requestPage(shop, path)

  expect([status, headers.get('location')]).toEqual([301, canonical])
})

// catches mutation: untranslated-page-not-canonical
test('a page in a fallback language names the page of that language as the original', async () => {
  await using shop = await openShop({
    arrange: async (db) => {
      await createTestProduct(db, { slug: 'lemon', category_id: await createTestCategory(db, { slug: 'citrus' }) })
      await db('product_translations').where({ language: 'en' }).delete()
      await db('category_translations').where({ language: 'ru' }).delete()
    },
  })

  const [product, category] = [
    await requestPage(shop, '/product/lemon?lang=en'),
    await requestPage(shop, '/category/citrus?lang=ru'),
  ]

  expect(product.canonical).toEqual([`${ORIGIN}/product/lemon`])
  expect(product.og['url']).toBe(`${ORIGIN}/product/lemon`)
  expect(product.alternates).toEqual({
    uk: `${ORIGIN}/product/lemon`,
    ru: `${ORIGIN}/product/lemon?lang=ru`,
    'x-default': `${ORIGIN}/product/lemon`,
  })
  // The fallback order is English before Ukrainian.
  expect(category.canonical).toEqual([`${ORIGIN}/category/citrus?lang=en`])
  expect(Object.keys(category.alternates)).toEqual(['uk', 'en', 'x-default'])
  const sitemap = await (await fetch(`${shop.url}/sitemap.xml`)).text()
  expect(sitemap).not.toContain('/product/lemon?lang=en')
  expect(sitemap).not.toContain('/category/citrus?lang=ru')
  expect(sitemap).toContain(`<loc>${ORIGIN}/category/citrus?lang=en</loc>`)
})

// catches mutation: json-script-escaped, html-escaped
test('catalogue names are escaped everywhere', async () => {
  const hostile = `</title></script><script>alert(1)</script><!--"'&$\`$&`
  await using shop = await openShop({
    arrange: async (db) => {
      const category = await createTestCategory(db, { slug: 'citrus' })
      await createTestProduct(db, {
        slug: 'lemon',
        category_id: category,
        is_featured: true,
        names: { ua: hostile, ru: hostile, en: hostile },
        drinks: ['gin-fizz'],
      })
      await createTestDrink(db, { slug: 'gin-fizz' })
      await db('drink_translations').update({ name: hostile, reason: hostile })
      await db('category_translations').update({ name: hostile, description: hostile })
    },
  })
  for (const path of ['/', '/category/citrus', '/product/lemon', '/drink/gin-fizz', '/drinks']) {
    const page = await requestPage(shop, path)

    const tags = [...page.html.matchAll(/<\/?([a-z!-][\w-]*)/g)].map(([, name]) => name)
    expect(
      tags.filter((name) => name === 'title'),
      path,
    ).toHaveLength(2)
    expect(page.html, path).not.toContain('<script>')
    expect(page.html.match(/<!--/g), path).toBeNull()
    const names = JSON.stringify([page.inlined, page.data])
    expect(names, path).toContain(JSON.stringify(hostile).slice(1, -1))
  }
})

test('a cookie changes nothing, and none is set', async () => {
  await using shop = await lemonShop()

  const guest = await requestPage(shop, '/product/lemon')
  const signedIn = await requestPage(shop, '/product/lemon', { cookie: '__Host-session=1.invalid; tsedra.lang=en' })

  expect(signedIn.html).toBe(guest.html)
  expect(signedIn.headers.get('set-cookie')).toBeNull()
  expect(signedIn.headers.get('vary')).toBe('Accept-Encoding')
})

test('an unchanged page is a 304; a change of the catalogue makes a new one', async () => {
  await using shop = await lemonShop()
  const first = await requestPage(shop, '/product/lemon')
  const etag = first.headers.get('etag') ?? ''

  expect(first.headers.get('cache-control')).toBe('public, no-cache')
  expect((await requestPage(shop, '/product/lemon', { 'if-none-match': etag })).status).toBe(304)

  await shop.db('products').update({ price: '11.00' })
  await expect.poll(async () => (await requestPage(shop, '/product/lemon', { 'if-none-match': etag })).status).toBe(200)
})

test('every address returns a page or a 404', async () => {
  await using shop = await lemonShop()
  const part = fc.oneof(
    fc.constantFrom(
      'product',
      'products',
      'category',
      'drink',
      'lemon',
      '..',
      '%',
      '%00',
      '%2e%2e',
      '%E0%A4%A',
      '__proto__',
      '',
    ),
    fc.stringMatching(/^[!-"$-.0->@-~]{0,40}$/),
  )
  const address = fc
    .tuple(fc.array(part, { maxLength: 5 }), fc.option(fc.stringMatching(/^[!-"$-~]{0,60}$/)))
    .map(([parts, query]) => `/${parts.join('/')}${query === null ? '' : `?${query}`}`)
    .filter((path) => !/^\/api(?:[/?]|$)/i.test(path))

  await fc.assert(
    fc.asyncProperty(address, async (path) => {
      expect([200, 301, 404]).toContain(await statusOf(shop, path))
    }),
    { numRuns: 500 },
  )
  expect(await statusOf(shop, `/product/${'a'.repeat(5_000)}`)).toBe(404)
})

test('without a built page the response is 503 without the path of the build', async () => {
  const pageDir = await mkdtemp(join(tmpdir(), 'tsedra-no-page-'))
  await using shop = await openShop({ pageDir })

  const response = await shop.send('GET', '/')

  expect([response.status, response.body['code']]).toEqual([503, 'busy'])
  expect(JSON.stringify(response.body)).not.toContain(pageDir)
  await rm(pageDir, { recursive: true })
})

test('crawlers receive every public address in three languages, and the disallowed paths', async () => {
  await using shop = await openShop({
    arrange: async (db) => {
      await createTestCategory(db, { slug: 'citrus' })
      await createTestDrink(db, { slug: 'gin-fizz' })
      await createTestDrink(db, { slug: 'unpaired' })
      await createTestProduct(db, { slug: 'lemon', drinks: ['gin-fizz'] })
      await createTestProduct(db, { slug: 'hidden', is_active: false, drinks: ['unpaired'] })
      await db('products').update({ updated_at: new Date('2026-03-01T10:00:00Z') })
      await db('drinks').update({ updated_at: new Date('2026-02-01T10:00:00Z') })
    },
  })
  const map = await fetch(`${shop.url}/sitemap.xml`)
  const xml = await map.text()
  const rules = await (await fetch(`${shop.url}/robots.txt`)).text()

  expect(map.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const matches = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? '')
  expect(matches).toHaveLength(3 * (8 + 1 + 1 + 1))
  expect(xml).not.toMatch(/hidden|unpaired/)
  expect(xml).toContain(`<loc>${ORIGIN}/product/lemon?lang=en</loc><lastmod>2026-03-01T10:00:00Z</lastmod>`)
  // The page of a drink shows its products.
  expect(xml).toContain(`<loc>${ORIGIN}/drink/gin-fizz</loc><lastmod>2026-03-01T10:00:00Z</lastmod>`)
  for (const address of matches)
    expect((await requestPage(shop, address.slice(ORIGIN.length))).status, address).toBe(200)
  expect(rules.split('\n')).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Allow: /api/cards',
      'Allow: /api/products',
      'Disallow: /api/',
      'Disallow: /admin',
      `Sitemap: ${ORIGIN}/sitemap.xml`,
    ]),
  )
})

test('the sitemap lists the pictures of a page with it', async () => {
  await using shop = await openShop({
    imageHosts: ['img.example'],
    arrange: async (db) => {
      const citrus = await createTestCategory(db, { slug: 'citrus' })
      await db('categories').where({ id: citrus }).update({ image_url: 'https://img.example/a.webp?x=1&y=2' })
      const lemon = await createTestProduct(db, { slug: 'lemon', category_id: citrus })
      const second = lemonPicture.replace('0123', '4567')
      await db('products')
        .where({ id: lemon })
        .update({ image_url: lemonPicture, gallery_images: [second] })
    },
  })

  const xml = await (await fetch(`${shop.url}/sitemap.xml`)).text()

  const picturesOf = (path: string) => {
    const [entry = ''] = xml.match(new RegExp(`<url><loc>${ORIGIN}${path}</loc>.*`)) ?? []
    return [...entry.matchAll(/<image:image><image:loc>([^<]*)<\/image:loc><\/image:image>/g)].map(([, url]) => url)
  }
  expect(xml).toContain('xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"')
  const pictures = [lemonPicture, lemonPicture.replace('0123', '4567')].map((path) => ORIGIN + path)
  expect(picturesOf('/product/lemon')).toEqual(pictures)
  expect(picturesOf('/product/lemon\\?lang=en')).toEqual(pictures)
  expect(picturesOf('/category/citrus')).toEqual(['https://img.example/a.webp?x=1&#38;y=2'])
  expect(picturesOf('/faq')).toEqual([])
})

test('unknown parameters make no new address: the same bytes, and a canonical address without them', async () => {
  await using shop = await lemonShop()

  for (const path of ['/', '/category/citrus', '/product/lemon', '/drinks']) {
    const plain = await requestPage(shop, path)
    for (const query of ['page=2', 'utm_source=chat&fbclid=1', 'offset=12&PAGE=3']) {
      const page = await requestPage(shop, `${path}?${query}`)
      expect(page.canonical, `${path} ${query}`).toEqual([ORIGIN + path])
      expect(page.html, `${path} ${query}`).toBe(plain.html)
    }
  }
})

test('page requests count in the rate limit too, while cached pages pass beyond it', async () => {
  await using shop = await openShop({ rateLimits: { all: 2 } })
  const from = { 'x-forwarded-for': '203.0.113.9' }

  await requestPage(shop, '/', from)
  await requestPage(shop, '/nothing', from)

  // A page of an unknown address is never cached.
  expect((await requestPage(shop, '/nothing', from)).status).toBe(429)
  expect((await requestPage(shop, '/', from)).status).toBe(200)
})

/** Sends the path unchanged; fetch would normalise it. */
async function statusOf(shop: Shop, path: string): Promise<number | undefined> {
  const { request } = await import('node:http')
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(shop.url)
    request({ hostname, port, path }, (response) => {
      response.resume()
      done(response.statusCode)
    })
      .once('error', fail)
      .end()
  })
}

const renameShop = (db: Shop['db'], name: string) =>
  db('shop_settings').insert({
    schema: 1,
    settings: JSON.stringify({
      texts: {
        name: { ua: name, ru: '', en: '' },
        workingHours: { ua: 'у будні', ru: '', en: '' },
        lead: { ua: 'Наш вступ', ru: '', en: '' },
      },
      phone: '+380 50 111 22 33',
      links: ['https://instagram.com/korzh'],
      promiseHours: 2,
    }),
  })

test('the name, contacts and texts of the owner are in titles, previews, structured data, body and manifest', async () => {
  await using shop = await openShop({ arrange: (db) => renameShop(db, 'Корж') })

  const home = await requestPage(shop, '/')
  const shipping = await requestPage(shop, '/shipping')
  const pending = await requestPage(shop, '/pending')
  const manifest = await shop.send('GET', '/manifest.webmanifest')

  expect([home.title, home.description]).toEqual(['Корж — фруктові чипси та прикраси для коктейлів', 'Наш вступ'])
  expect(home.og['site_name']).toBe('Корж')
  expect(home.data).toMatchObject([
    {
      name: 'Корж',
      telephone: '+380 50 111 22 33',
      sameAs: ['https://t.me/tsedra_shop', 'https://instagram.com/korzh'],
    },
    { '@type': 'WebSite', name: 'Корж' },
  ])
  expect(pending.html).toContain('<noscript>+380 50 111 22 33</noscript>')
  expect(home.html).toContain('content="Корж"')
  expect(home.html).not.toMatch(/Цедра|000 01 24/)
  expect(home.inlined.find(({ id }) => id === 'shop.ua')?.value).toMatchObject({
    messages: { brand: 'Корж', hero: { text: 'Наш вступ' } },
    promiseHours: 2,
  })
  expect([shipping.title, shipping.description]).toEqual([
    'Доставка · Корж',
    'Відповідаємо протягом 2\u00a0годин, у будні',
  ])
  expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
  expect(manifest.body).toMatchObject({ short_name: 'Корж', display: 'standalone' })
})

test('a search title ends with the name that the shop has now; no text of the demo catalogue contains the built-in one', async () => {
  await using shop = await openShop({
    arrange: async (db) => {
      await renameShop(db, 'Корж')
      const id = await createTestProduct(db, { slug: 'lemon' })
      await db('product_translations').where({ product_id: id }).update({ seo_title: 'Лимон для бару' })
    },
  })

  expect(await requestPage(shop, '/product/lemon')).toMatchObject({ title: 'Лимон для бару · Корж' })
  expect(await readFile(new URL('../../seeds/catalogue.json', import.meta.url), 'utf8')).not.toMatch(/Цедра|Tsedra/)
})

test('the logo of the owner is in the structured data, and the hero picture is preloaded instead of the built-in one', async () => {
  const pictures = {
    logo: '/media/0123456789abcdef0123-600x200c.webp',
    heroPicture: '/media/fedcba98765432100123-1200x900.webp',
  }
  await using shop = await openShop({
    arrange: (db) => db('shop_settings').insert({ schema: 1, settings: JSON.stringify(pictures) }),
  })

  const home = await requestPage(shop, '/')
  const found = await requestPage(shop, '/?search=лимон')

  expect(home.data[0]).toMatchObject({ logo: ORIGIN + pictures.logo })
  expect(home.inlined.find(({ id }) => id === 'shop.ua')?.value).toMatchObject(pictures)
  const srcSet = /fedcba98765432100123-1200x900\.320\.webp 320w.* 1200w$/
  expect(home.preloads).toEqual([expect.stringMatching(srcSet)])
  expect(home.html).not.toContain('orange.webp')
  expect(found.html).not.toContain('fedcba98765432100123-1200x900.320')
})

test('a fresh shop has the built-in name, and no settings in its pages', async () => {
  await using shop = await openShop()

  const shipping = await requestPage(shop, '/shipping')

  expect(shipping.description).toBe('Відповідаємо протягом 24\u00a0годин, щодня з 9:00 до 21:00')
  expect(shipping.inlined.some(({ id }) => id?.startsWith('shop'))).toBe(false)
  expect((await shop.send('GET', '/manifest.webmanifest')).body).toMatchObject({ short_name: 'Цедра' })
})

// catches mutation: json-script-escaped, html-escaped
test('the texts of the owner are escaped everywhere', async () => {
  const hostile = `</title></script><script>alert(1)</script>"'&$\`$&`
  await using shop = await openShop({ arrange: (db) => renameShop(db, hostile) })

  for (const path of ['/', '/shipping', '/pending']) {
    const page = await requestPage(shop, path)
    expect(page.html.match(/<script>/g), path).toBeNull()
    expect(page.html.match(/<\/title>/g), path).toHaveLength(1)
    expect(JSON.stringify(page.inlined), path).toContain(JSON.stringify(hostile).slice(1, -1))
  }
})

test('structured data of a package has its availability, and the day on which it is back', async () => {
  await using shop = await openShop()
  const id = await createTestProduct(shop.db, { slug: 'lemon', available_packages: ['50г', '500г'] })
  const readOffers = async (...rows: { package_size: string; back_on: string | null }[]) => {
    await shop.db('product_stock').delete()
    await shop.db('product_stock').insert(rows.map((row) => ({ ...row, product_id: id })))
    await expect
      .poll(async () => (await shop.send('GET', '/api/products/lemon')).body['stock'])
      .toEqual(Object.fromEntries(rows.map((row) => [row.package_size, row.back_on ?? 'out'])))
    const { data } = await requestPage(shop, '/product/lemon')
    const group = data.find((item) => item['@type'] === 'ProductGroup') as { hasVariant: { offers: object }[] }
    return group.hasVariant.map(({ offers }) => offers)
  }

  const isOut = { package_size: '50г', back_on: null }
  const [inStock, out] = ['https://schema.org/InStock', 'https://schema.org/OutOfStock']
  expect(await readOffers(isOut)).toMatchObject([{ availability: out }, { availability: inStock }])
  expect(await readOffers(isOut, { package_size: '500г', back_on: '2999-12-03' })).toMatchObject([
    { availability: out },
    { availability: 'https://schema.org/BackOrder', availabilityStarts: '2999-12-03' },
  ])
})

test('the page of an own text has its first words as the description, and the text for the first screen', async () => {
  await using shop = await openShop({
    arrange: (db) =>
      db('info_page_versions').insert({
        page: 'terms',
        version: 1,
        texts: { ua: '## Умови\n\n**Наші** умови', ru: '' },
      }),
  })

  const page = await requestPage(shop, '/terms')
  const russian = await requestPage(shop, '/terms?lang=ru')

  expect(page.description).toBe('Умови Наші умови')
  expect(page.inlined.find(({ id }) => id === '/api/pages/terms?lang=ua')?.value).toMatchObject({
    markdown: '## Умови\n\n**Наші** умови',
  })
  expect(russian.inlined.find(({ id }) => id === '/api/pages/terms?lang=ru')?.value).toMatchObject({ markdown: null })
})
