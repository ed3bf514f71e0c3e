import type { Category, Product } from '@tsedra/contract/catalogue'
import { kopiykasToDecimal, unitPrice } from '@tsedra/contract/money'
import type { ShopDetails } from './shop-details.ts'
import { isOutOfStock, stockOf } from '@tsedra/contract/stock'

/** Breadcrumbs of a page: names and full addresses. */
export type Trail = readonly { name: string; url: string }[]

/** https://schema.org/Organization: the shop, on its home page. */
export const organizationData = (origin: string, shop: ShopDetails): object => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: shop.name,
  url: `${origin}/`,
  logo: origin + (shop.logo ?? '/icons/icon-512.png'),
  telephone: shop.phone,
  email: shop.email,
  address: {
    '@type': 'PostalAddress',
    ...(shop.address ? { streetAddress: shop.address } : { addressLocality: shop.city }),
    addressCountry: 'UA',
  },
  sameAs: [`https://t.me/${shop.telegram}`, ...shop.links],
})

/** https://schema.org/BreadcrumbList */
export const breadcrumbData = (trail: Trail): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, url }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: url,
  })),
})

/** https://schema.org/ItemList: the pages of a list, in its order. */
export const itemListData = (items: Trail): object => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: items.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, url })),
})

/** https://schema.org/Product, with what its packages cost (infra/decisions/0004-money.md). */
export function productData(
  product: Product,
  { url, pictures, shopName }: { url: string; pictures: readonly string[]; shopName: string },
): object {
  const [texts] = product.translations
  const prices = product.availablePackages.map((size) => unitPrice(product, size))
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: texts?.name ?? product.slug,
    description: texts?.shortDescription ?? texts?.description ?? undefined,
    sku: product.slug,
    image: pictures,
    category: product.category?.translations[0]?.name,
    brand: { '@type': 'Brand', name: shopName },
    offers: {
      '@type': 'AggregateOffer',
      url,
      priceCurrency: 'UAH',
      lowPrice: kopiykasToDecimal(Math.min(...prices)),
      highPrice: kopiykasToDecimal(Math.max(...prices)),
      offerCount: prices.length,
      ...availabilityOf(product),
    },
  }
}

/** In stock with one package in stock; else to be ordered until the first day on which a package is back. */
function availabilityOf(product: Product): { availability: string; availabilityStarts?: string } {
  if (!isOutOfStock(product)) return { availability: 'https://schema.org/InStock' }
  const [backOn] = product.availablePackages
    .map((size) => stockOf(product, size))
    .filter((stock) => stock !== 'out')
    .toSorted()
  return backOn === undefined
    ? { availability: 'https://schema.org/OutOfStock' }
    : { availability: 'https://schema.org/BackOrder', availabilityStarts: backOn }
}

export const readCategoryName = ({
  slug,
  translations,
}: Pick<Category, 'slug'> & { translations: { name: string }[] }) => translations[0]?.name ?? slug
