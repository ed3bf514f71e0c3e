import type { Category, Product } from '@tsedra/contract/catalogue'

import { htmlLang, type Language } from '@tsedra/contract/language'
import { kopiykasToDecimal, unitPrice } from '@tsedra/contract/money'
import { formatPackage, packageGrams } from '@tsedra/contract/packages'
import { stockOf } from '@tsedra/contract/stock'
import type {
  BreadcrumbList,
  ItemAvailability,
  ItemList,
  LocalBusiness,
  OnlineStore,
  ProductGroup,
  SearchAction,
  WebSite,
  WithContext,
} from 'schema-dts'
import { buildPageUrl } from './page-address.ts'
import type { ShopDetails } from './shop-details.ts'

/** Breadcrumbs of a page: names and full addresses. */
export type Trail = readonly { name: string; url: string }[]

/**
 * https://schema.org/OnlineStore: the shop, on its home page; with an address it is also a place
 * (https://developers.google.com/search/docs/appearance/structured-data/organization).
 */
export const organizationData = (origin: string, shop: ShopDetails): WithContext<OnlineStore | LocalBusiness> => ({
  '@context': 'https://schema.org',
  '@type': shop.address ? 'LocalBusiness' : 'OnlineStore',
  '@id': `${origin}/#shop`,
  name: shop.name,
  url: `${origin}/`,
  logo: origin + (shop.logo ?? '/icons/icon-512.png'),
  image: `${origin}/icons/share.jpg`,
  telephone: shop.phone,
  email: shop.email,
  address: {
    '@type': 'PostalAddress',
    ...(shop.address ? { streetAddress: shop.address } : { addressLocality: shop.city }),
    addressCountry: 'UA',
  },
  sameAs: [`https://t.me/${shop.telegram}`, ...shop.links],
})

/** https://schema.org/WebSite, with the address that searches it. */
export function webSiteData(origin: string, shop: ShopDetails, lang: Language): WithContext<WebSite> {
  const url = buildPageUrl(origin, '/', lang)
  const action: SearchAction & { 'query-input': string } = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${url}${url.includes('?') ? '&' : '?'}search={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: shop.name,
    url,
    inLanguage: htmlLang[lang],
    publisher: { '@id': `${origin}/#shop` },
    potentialAction: action,
  }
}

/** https://schema.org/BreadcrumbList */
export const breadcrumbData = (trail: Trail): WithContext<BreadcrumbList> => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, url }, index) => ({
    '@type': 'ListItem' as const,
    position: index + 1,
    name,
    item: url,
  })),
})

/** https://schema.org/ItemList: the pages of a list, in its order. */
export const itemListData = (items: Trail): WithContext<ItemList> => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: items.map(({ name, url }, index) => ({
    '@type': 'ListItem' as const,
    position: index + 1,
    name,
    url,
  })),
})

interface ProductContext {
  origin: string
  /** Of the product's page. */
  url: string
  pictures: readonly string[]
  shopName: string
  lang: Language
}

/**
 * https://schema.org/ProductGroup: a product in its packages, each with a price of its own
 * (https://developers.google.com/search/docs/appearance/structured-data/product-variants).
 */
export function productData(
  product: Product,
  { origin, url, pictures, shopName, lang }: ProductContext,
): WithContext<ProductGroup> {
  const [texts] = product.translations
  const name = texts?.name ?? product.slug
  const description = texts?.shortDescription ?? texts?.description
  const category = product.category?.translations[0]?.name
  const image = pictures.length > 0 ? pictures : [`${origin}/icons/share.jpg`]
  return {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    name,
    ...(description && { description }),
    url,
    productGroupID: product.slug,
    image,
    ...(category && { category }),
    brand: { '@type': 'Brand', name: shopName },
    variesBy: 'https://schema.org/size',
    hasVariant: product.availablePackages.map((size) => ({
      '@type': 'Product' as const,
      name: `${name}, ${formatPackage(size, lang)}`,
      sku: `${product.slug}-${packageGrams(size)}`,
      size: formatPackage(size, lang),
      image,
      offers: {
        '@type': 'Offer' as const,
        url,
        priceCurrency: 'UAH',
        price: kopiykasToDecimal(unitPrice(product, size)),
        ...availabilityOf(stockOf(product, size)),
        seller: { '@id': `${origin}/#shop` },
        hasMerchantReturnPolicy: {
          '@type': 'MerchantReturnPolicy' as const,
          applicableCountry: 'UA',
          merchantReturnLink: buildPageUrl(origin, '/returns', lang),
        },
      },
    })),
  }
}

function availabilityOf(stock: ReturnType<typeof stockOf>): {
  availability: ItemAvailability
  availabilityStarts?: string
} {
  if (stock === 'in') return { availability: 'https://schema.org/InStock' }
  if (stock === 'out') return { availability: 'https://schema.org/OutOfStock' }
  return { availability: 'https://schema.org/BackOrder', availabilityStarts: stock }
}

export const readCategoryName = ({
  slug,
  translations,
}: Pick<Category, 'slug'> & { translations: { name: string }[] }) => translations[0]?.name ?? slug
