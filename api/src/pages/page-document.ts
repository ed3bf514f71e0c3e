import { brand } from '@tsedra/contract/brand'
import type { Category, Product } from '@tsedra/contract/catalogue'
import { defaultLanguage, htmlLang, type Language, languages, locale } from '@tsedra/contract/language'
import type { MissingThing, PageFacts, PageWords } from '@tsedra/contract/page-facts'
import { titleOf } from '@tsedra/contract/page-title'
import { pictureOf, SHARED, sharedPath } from '@tsedra/contract/picture'
import type { ReadModel } from '../catalogue/read-model.ts'
import { addressIn, type PageAddress } from './address.ts'
import { toldAnswers } from './first-answers.ts'
import { categoryPaint, heroPaint, productPaint } from './first-paint.ts'
import { dataBlock, tag } from './markup.ts'
import { breadcrumbs, nameOfCategory, organization, productData, type Trail } from './structured-data.ts'
import type { PageTemplate } from './template.ts'

/** What a page says of itself before anything of it runs. */
interface About extends PageWords {
  status: 200 | 404
  /** The path that search engines keep; undefined for what none should keep. */
  path?: string
  /** For chats and search engines. */
  picture?: string | null
  data?: readonly object[]
  /** What is sent for at once. */
  first?: readonly string[]
  screen?: keyof PageFacts['screens']
  hero?: boolean
  /** What is painted until the page's script draws it. */
  paint?: string
}

export interface PageSource {
  model: ReadModel
  template: PageTemplate
  /** Scheme, host and port as browsers see the shop. */
  origin: string
}

/** The HTML of one address, the same for the same catalogue and build (infra/decisions/0032-page-html.md). */
export function writePage(source: PageSource, address: PageAddress): { status: 200 | 404; html: string } {
  const { template, origin, model } = source
  const { lang } = address
  const about = aboutPage(source, address)
  const answers = toldAnswers(model, address)
  const { facts } = template
  const files = [...facts.languages[lang], ...(about.screen ? facts.screens[about.screen] : [])]
  const html = template.write({
    lang,
    title: about.title,
    description: about.description,
    first: about.first ?? [],
    head: [...files.map(sendFor), ...searchTags(origin, about, address), ...previewTags(origin, about, lang)],
    hero: about.hero ?? false,
    paint: about.paint ?? '',
    blocks: [
      ...(about.data ?? []).map((data) => dataBlock({ type: 'application/ld+json' }, JSON.stringify(data))),
      ...answers.map(({ url, json }) => dataBlock({ type: 'application/json', id: url }, json)),
    ],
  })
  return { status: about.status, html }
}

function aboutPage(source: PageSource, { subject, lang, filtered }: PageAddress): About {
  const { facts } = source.template
  const words = facts.words[lang]
  if (subject.kind === 'worded') {
    const { page } = subject
    const isHome = page === 'home'
    return {
      status: 200,
      ...words[page],
      path: isHome ? '/' : `/${page}`,
      ...(isHome && { data: [organization(source.origin, lang)] }),
      // Where something is searched for there is no hero.
      ...(isHome && !filtered && { hero: true, paint: heroPaint(source.template.heroPicture) }),
    }
  }
  if (subject.kind === 'category') {
    const category = parsed<Category>(source.model.category(lang, subject.slug))
    return category ? aboutCategory(source, category, lang) : missing('category')
  }
  if (subject.kind === 'product') {
    const product = parsed<Product>(source.model.product(lang, subject.slug))
    return product ? aboutProduct(source, product, lang) : missing('product')
  }
  return subject.kind === 'own' ? { status: 200, ...words.home } : missing('page')

  function missing(thing: MissingThing): About {
    // mutation test: missing-page-is-404
    return { status: 404, title: words.missing[thing], description: words.home.description }
  }
}

function aboutCategory({ model, template, origin }: PageSource, category: Category, lang: Language): About {
  const { facts } = template
  const [texts] = category.translations
  const path = `/category/${category.slug}`
  const [first] = (
    JSON.parse(model.products(lang, { categoryId: category.id, limit: 1, offset: 0 })) as {
      products: Product[]
    }
  ).products
  return {
    status: 200,
    title: texts ? titleOf(texts, lang) : category.slug,
    description: texts?.seoDescription || texts?.description || facts.words[lang].home.description,
    path,
    picture: category.imageUrl,
    data: [breadcrumbs(trailOf(origin, lang, { name: nameOfCategory(category), path }))],
    screen: 'category',
    first: [
      ...preloadOf(category.imageUrl, facts.sizes.banner, '(min-width: 1024px)'),
      ...preloadOf(first?.imageUrl, facts.sizes.row, '(max-width: 1023.9px)'),
    ],
    paint: categoryPaint(category, facts.sizes.banner),
  }
}

function aboutProduct({ template, origin }: PageSource, product: Product, lang: Language): About {
  const { facts } = template
  const [texts] = product.translations
  const path = `/product/${product.slug}`
  const home = product.category && {
    name: nameOfCategory(product.category),
    path: `/category/${product.category.slug}`,
  }
  const pictures = [product.imageUrl, ...product.galleryImages].filter((each) => each !== null)
  return {
    status: 200,
    title: texts ? titleOf(texts, lang) : product.slug,
    description:
      texts?.seoDescription || texts?.shortDescription || texts?.description || facts.words[lang].home.description,
    path,
    picture: product.imageUrl,
    data: [
      productData(product, {
        url: addressIn(origin, path, lang),
        pictures: pictures.map((each) => new URL(each, origin).href),
        lang,
      }),
      breadcrumbs(trailOf(origin, lang, ...(home ? [home] : []), { name: texts?.name ?? product.slug, path })),
    ],
    screen: 'product',
    first: preloadOf(product.imageUrl, facts.sizes.gallery),
    paint: productPaint(product.slug, product.imageUrl, facts.sizes.gallery),
  }
}

function trailOf(origin: string, lang: Language, ...places: { name: string; path: string }[]): Trail {
  return [{ name: brand.name[lang], path: '/' }, ...places].map(({ name, path }) => ({
    name,
    url: addressIn(origin, path, lang),
  }))
}

/** As the screen will ask for it, so that it is asked for once. */
function preloadOf(imageUrl: string | null | undefined, sizes: string, media = ''): string[] {
  const picture = imageUrl ? pictureOf(imageUrl) : undefined
  if (!picture) return []
  const { srcSet } = picture
  return [
    tag('link', {
      rel: 'preload',
      as: 'image',
      imagesrcset: srcSet,
      imagesizes: sizes,
      fetchpriority: 'high',
      ...(media && { media }),
    }),
  ]
}

const sendFor = (file: string): string =>
  tag('link', { rel: file.endsWith('.css') ? 'stylesheet' : 'modulepreload', crossorigin: '', href: file })

/** One address per thing and language; searches, what is somebody's own and what is not there are kept by nobody. */
function searchTags(origin: string, { path }: About, { filtered, lang }: PageAddress): string[] {
  if (!path) return [tag('meta', { name: 'robots', content: 'noindex' })]
  const canonical = tag('link', { rel: 'canonical', href: addressIn(origin, path, lang) })
  if (filtered) return [tag('meta', { name: 'robots', content: 'noindex, follow' }), canonical]
  const alternates = languages.map((each) => [htmlLang[each], addressIn(origin, path, each)] as const)
  return [
    canonical,
    ...[...alternates, ['x-default', addressIn(origin, path, defaultLanguage)] as const].map(([hreflang, href]) =>
      tag('link', { rel: 'alternate', hreflang, href }),
    ),
  ]
}

/** What a chat shows of a link: https://ogp.me */
function previewTags(origin: string, { title, description, path, picture }: About, lang: Language): string[] {
  if (!path) return []
  const shared = picture && pictureOf(picture) ? sharedPath(picture) : '/icons/share.jpg'
  const said = {
    'og:type': 'website',
    'og:site_name': brand.name[lang],
    'og:title': title,
    'og:description': description,
    'og:url': addressIn(origin, path, lang),
    'og:locale': locale[lang].replace('-', '_'),
    'og:image': origin + shared,
    'og:image:width': String(SHARED.width),
    'og:image:height': String(SHARED.height),
  }
  return [
    ...Object.entries(said).map(([property, content]) => tag('meta', { property, content })),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ]
}

/** Parsed by the contract's schema before it became text. */
const parsed = <T>(json: string | undefined): T | undefined =>
  json === undefined ? undefined : (JSON.parse(json) as T)
