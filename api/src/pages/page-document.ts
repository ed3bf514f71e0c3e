import type { Category, Product } from '@tsedra/contract/catalogue'
import type { DrinkPage } from '@tsedra/contract/drinks'
import type { Language } from '@tsedra/contract/language'
import type { NotFoundKind } from '@tsedra/contract/page-manifest'
import { buildPageTitle } from '@tsedra/contract/page-title'
import { buildShopView, shopName } from '@tsedra/contract/build-shop-view'
import { parsePicture } from '@tsedra/contract/picture'
import { buildCardPath, describeProductCard, describeShopCard } from '../cards/share-card.ts'
import type { ReadModel } from '../catalogue/read-model.ts'
import { type PageMetadata, previewTags, searchTags } from './metadata-tags.ts'
import { buildPageUrl, type PageAddress } from './page-address.ts'
import { buildInlinedResponses, buildLinkedResponses } from './inlined-responses.ts'
import { dataBlock, tag } from './markup.ts'
import { describeShop, describeStaticPage } from './shop-details.ts'
import {
  breadcrumbData,
  itemListData,
  readCategoryName,
  organizationData,
  productData,
  type Trail,
  webSiteData,
} from './structured-data.ts'
import type { PageTemplate } from './page-template.ts'

export interface PageSource {
  model: ReadModel
  template: PageTemplate
  /** Scheme, host and port of the shop in browsers. */
  origin: string
}

/** Returns the HTML of one address, the same for the same catalogue and build (infra/decisions/0032-page-html.md). */
export function writePage(source: PageSource, address: PageAddress): { status: 200 | 404; html: string } {
  const { template, origin, model } = source
  const { lang } = address
  const metadata = withShopCard(describePage(source, address), model, lang)
  const responses = buildInlinedResponses(model, address)
  const shop = describeShop(model.settings, lang)
  const view = buildShopView(model.settings, lang)
  const { manifest } = template
  const { screen } = metadata
  // Nothing of these screens is rendered without these texts.
  const texts = screen === 'drink' || screen === 'drinks' || screen === 'info' ? manifest.texts[lang] : []
  const files = new Set([...manifest.languages[lang], ...(screen ? manifest.screens[screen] : []), ...texts])
  const dataBlocks: DataBlock[] = responses.map(({ url, json }) => [url, json])
  if (view) dataBlocks.push([`shop.${lang}`, JSON.stringify(view)])
  const content = renderContent(source, address, metadata, dataBlocks)
  const isFound = metadata.status === 200
  const html = template.write({
    lang,
    title: metadata.title,
    description: metadata.description,
    preloads: metadata.preloads ?? [],
    head: [
      ...[...files].map(preloadFile),
      ...searchTags(origin, metadata, address),
      ...previewTags(origin, metadata, lang, shop.name),
    ],
    shop,
    hero: metadata.hero ?? false,
    // The client shows a placeholder until the API responds with 404. These elements cannot be nested.
    content: isFound ? content : `<noscript>${content.replaceAll(/<\/?noscript>/g, '')}</noscript>`,
    isPainted: isFound && content !== '',
    blocks: [
      ...(metadata.data ?? []).map((data) => dataBlock({ type: 'application/ld+json' }, JSON.stringify(data))),
      ...dataBlocks.map(([id, json]) => dataBlock({ type: 'application/json', id }, json)),
    ],
  })
  return { status: metadata.status, html }
}

type DataBlock = readonly [id: string, json: string]

/** Returns an empty text for personal pages, and for searches and filters, whose products the client requests. */
function renderContent(
  source: PageSource,
  address: PageAddress,
  { path, status }: PageMetadata,
  dataBlocks: readonly DataBlock[],
): string {
  const { template, model } = source
  if (status === 404) return renderMissing(source, address.lang, dataBlocks)
  if (address.subject.kind === 'own' || address.filtered) return ''
  const linked = buildLinkedResponses(model, address).map(({ url, json }): DataBlock => [url, json])
  return template.renderContent({ path, lang: address.lang, blocks: new Map([...dataBlocks, ...linked]) })
}

/** The content of missing pages, by language: their addresses are unlimited, and their responses are not cached. */
const missingContents = new WeakMap<ReadModel, Map<Language, string>>()

function renderMissing({ template, model }: PageSource, lang: Language, dataBlocks: readonly DataBlock[]): string {
  const contents = missingContents.get(model) ?? new Map<Language, string>()
  missingContents.set(model, contents)
  const content = contents.get(lang) ?? template.renderContent({ path: undefined, lang, blocks: new Map(dataBlocks) })
  contents.set(lang, content)
  return content
}

function describePage(source: PageSource, { subject, lang, filtered }: PageAddress): PageMetadata {
  const { manifest } = source.template
  const texts = manifest.words[lang]
  if (subject.kind === 'worded') {
    const { page } = subject
    const isHome = page === 'home'
    return {
      status: 200,
      ...describeStaticPage(texts[page], page, source.model, lang),
      path: isHome ? '/' : `/${page}`,
      ...(isHome && { data: describeSite(source, lang) }),
      ...(page === 'drinks' ? { screen: page } : !isHome && { screen: 'info' as const }),
      // A search on the home page hides the hero.
      ...(isHome && !filtered && describeHero(source)),
    }
  }
  if (subject.kind === 'category') {
    const category = parseJson<Category>(source.model.category(lang, subject.slug))
    return category ? describeCategory(source, category, lang) : missing('category')
  }
  if (subject.kind === 'product') {
    const product = parseJson<Product>(source.model.product(lang, subject.slug))
    return product ? describeProduct(source, product, lang) : missing('product')
  }
  if (subject.kind === 'drink') {
    const page = parseJson<DrinkPage>(source.model.drink(lang, subject.slug))
    return page ? describeDrink(source, page, lang) : missing('drink')
  }
  return subject.kind === 'own'
    ? { status: 200, ...describeStaticPage(texts.home, 'home', source.model, lang) }
    : missing('page')

  function missing(kind: NotFoundKind): PageMetadata {
    // mutation test: missing-page-is-404
    return {
      status: 404,
      title: texts.missing[kind],
      description: texts.home.description,
      ...(kind === 'page' && { screen: 'info' as const }),
    }
  }
}

/** Gives a page without a picture of its own the card of a shop that has its own name or picture. */
function withShopCard(metadata: PageMetadata, model: ReadModel, lang: Language): PageMetadata {
  if (metadata.card || metadata.picture) return metadata
  const card = describeShopCard(model, lang)
  return card ? { ...metadata, card: buildCardPath('shop', 'shop', lang, card) } : metadata
}

/** Preloads the owner's picture, otherwise the built-in one. */
function describeHero({ model, template }: PageSource): Pick<PageMetadata, 'hero' | 'preloads'> {
  const { heroPicture: own } = model.settings
  const preloads = preloadPicture(own, template.heroSizes)
  return { hero: preloads.length === 0, preloads }
}

function describeSite({ origin, model }: PageSource, lang: Language): object[] {
  const shop = describeShop(model.settings, lang)
  return [organizationData(origin, shop), webSiteData(origin, shop, lang)]
}

function describeCategory({ model, template, origin }: PageSource, category: Category, lang: Language): PageMetadata {
  const { manifest } = template
  const [texts] = category.translations
  const path = `/category/${category.slug}`
  const list = parseJson<{ products: Product[] }>(
    model.products(lang, { categoryId: category.id, limit: 1, offset: 0 }),
  )
  const [first] = list?.products ?? []
  return {
    status: 200,
    title: texts ? buildPageTitle(texts, shopName(model.settings, lang)) : category.slug,
    description: texts?.seoDescription || texts?.description || manifest.words[lang].home.description,
    path,
    translatedInto: category.translations.map(({ language }) => language),
    picture: category.imageUrl,
    data: [breadcrumbData(buildTrail({ model, origin }, lang, { name: readCategoryName(category), path }))],
    screen: 'category',
    preloads: [
      ...preloadPicture(category.imageUrl, manifest.sizes.banner, '(min-width: 1024px)'),
      ...preloadPicture(first?.imageUrl, manifest.sizes.row, '(max-width: 1023.9px)'),
    ],
  }
}

function describeProduct({ model, template, origin }: PageSource, product: Product, lang: Language): PageMetadata {
  const { manifest } = template
  const [texts] = product.translations
  const path = `/product/${product.slug}`
  const category = product.category && {
    name: readCategoryName(product.category),
    path: `/category/${product.category.slug}`,
  }
  const card = describeProductCard(model, product.slug, lang)
  const pictures = [product.imageUrl, ...product.galleryImages].filter((picture) => picture !== null)
  return {
    status: 200,
    title: texts ? buildPageTitle(texts, shopName(model.settings, lang)) : product.slug,
    description:
      texts?.seoDescription || texts?.shortDescription || texts?.description || manifest.words[lang].home.description,
    path,
    translatedInto: product.translations.map(({ language }) => language),
    picture: product.imageUrl,
    card: card && buildCardPath('product', product.slug, lang, card),
    previewType: 'product',
    data: [
      productData(product, {
        origin,
        lang,
        url: buildPageUrl(origin, path, lang),
        pictures: pictures.map((picture) => new URL(picture, origin).href),
        shopName: shopName(model.settings, lang),
      }),
      breadcrumbData(
        buildTrail({ model, origin }, lang, ...(category ? [category] : []), {
          name: texts?.name ?? product.slug,
          path,
        }),
      ),
    ],
    screen: 'product',
    preloads: preloadPicture(product.imageUrl, manifest.sizes.gallery),
  }
}

function describeDrink(
  { model, template, origin }: PageSource,
  { drink, products }: DrinkPage,
  lang: Language,
): PageMetadata {
  const texts = template.manifest.words[lang]
  const [{ name, reason } = { name: drink.slug, reason: null }] = drink.translations
  const path = `/drink/${drink.slug}`
  const items = products.map(({ slug, translations: [productTexts] }) => ({
    name: productTexts?.name ?? slug,
    url: buildPageUrl(origin, `/product/${slug}`, lang),
  }))
  return {
    status: 200,
    title: buildPageTitle({ name, seoTitle: null }, shopName(model.settings, lang)),
    description: reason || texts.drinks.description,
    path,
    translatedInto: drink.translations.map(({ language }) => language),
    picture: products[0]?.imageUrl ?? null,
    data: [itemListData(items), breadcrumbData(buildTrail({ model, origin }, lang, { name, path }))],
    screen: 'drink',
  }
}

function buildTrail(
  { model, origin }: Pick<PageSource, 'model' | 'origin'>,
  lang: Language,
  ...steps: { name: string; path: string }[]
): Trail {
  return [{ name: shopName(model.settings, lang), path: '/' }, ...steps].map(({ name, path }) => ({
    name,
    url: buildPageUrl(origin, path, lang),
  }))
}

/** Preloads with the attributes of the screen's `<img>`, so that the browser fetches the picture once. */
function preloadPicture(imageUrl: string | null | undefined, sizes: string, media = ''): string[] {
  const picture = imageUrl ? parsePicture(imageUrl) : undefined
  if (!picture) return []
  const { srcSet, avifSrcSet } = picture
  return [
    tag('link', {
      rel: 'preload',
      as: 'image',
      // Browsers that do not read AVIF preload nothing.
      ...(avifSrcSet && { type: 'image/avif' }),
      imagesrcset: avifSrcSet ?? srcSet,
      imagesizes: sizes,
      fetchpriority: 'high',
      ...(media && { media }),
    }),
  ]
}

const preloadFile = (file: string): string =>
  tag('link', { rel: file.endsWith('.css') ? 'stylesheet' : 'modulepreload', crossorigin: '', href: file })

/** The contract's schema validated the object before it was serialised. */
const parseJson = <T>(json: string | Buffer | undefined): T | undefined =>
  json === undefined ? undefined : (JSON.parse(json.toString()) as T)
