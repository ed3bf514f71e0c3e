import { createHash } from 'node:crypto'
import { brand } from '@tsedra/contract/brand'
import { shopName } from '@tsedra/contract/build-shop-view'
import type { Product } from '@tsedra/contract/catalogue'
import type { Language } from '@tsedra/contract/language'
import { unitPrice } from '@tsedra/contract/money'
import { formatPackage, pickPackage } from '@tsedra/contract/packages'
import { parsePicture } from '@tsedra/contract/picture'
import { pickSettingText, type ShopSettings } from '@tsedra/contract/shop-settings'
import { createMoneyFormat } from '@tsedra/service/order-text'
import type { ReadModel } from '../catalogue/read-model.ts'

/** Version of the design: a new one gives every card a new address. */
const DESIGN = 1
const HASH_LENGTH = 12

/** What the preview of a link shows (infra/decisions/0007-pictures.md#previews-of-links). */
export interface ShareCard {
  title: string
  /** Formatted in the language. */
  price?: string
  packageSize?: string
  /** Address of a hosted picture. */
  picture: string | undefined
  /** `wordmark` for a built-in name, which is drawn instead of written. */
  brand: { name: string; wordmark: 'cyrillic' | 'latin' | undefined }
}

/** Returns the card of a product in a language; undefined for an unknown one. */
export function describeProductCard(model: ReadModel, slug: string, lang: Language): ShareCard | undefined {
  const json = model.product(lang, slug)
  if (!json) return undefined
  const product = JSON.parse(json.toString()) as Product // the read model validated it
  const size = pickPackage(product.availablePackages)
  return {
    title: product.translations[0]?.name ?? slug,
    price: createMoneyFormat(lang)(unitPrice(product, size)),
    packageSize: formatPackage(size, lang),
    picture: findHosted(product.imageUrl),
    brand: describeBrand(model.settings, lang),
  }
}

/** Returns the card of a shop with a name, logo or picture of its owner; undefined for one with built-in ones. */
export function describeShopCard({ settings }: ReadModel, lang: Language): ShareCard | undefined {
  const { name, wordmark } = describeBrand(settings, lang)
  const picture = findHosted(settings.heroPicture || settings.logo)
  if (wordmark && !picture) return undefined
  const headline = [pickSettingText(settings, 'headline', lang), pickSettingText(settings, 'headlineEnd', lang)]
  const title = headline.filter(Boolean).join(' ') || pickSettingText(settings, 'tagline', lang) || name
  return { title, picture, brand: { name, wordmark } }
}

export type CardKind = 'product' | 'shop'

/** Returns the path of a card. It changes with what the card shows, so that chats fetch the new one. */
export const buildCardPath = (kind: CardKind, name: string, lang: Language, card: ShareCard): string =>
  `/api/cards/${lang}/${kind}/${name}.${hashCard(card)}.jpg`

const hashCard = (card: ShareCard): string =>
  createHash('sha256')
    .update(JSON.stringify([DESIGN, card]))
    .digest('hex')
    .slice(0, HASH_LENGTH)

function describeBrand(settings: ShopSettings, lang: Language): ShareCard['brand'] {
  const name = shopName(settings, lang)
  const isBuiltIn = name === brand.name[lang]
  return { name, wordmark: isBuiltIn ? (lang === 'en' ? 'latin' : 'cyrillic') : undefined }
}

/** Pictures of other hosts are never fetched (infra/decisions/0028-picture-uploads.md). */
const findHosted = (imageUrl: string | null): string | undefined =>
  imageUrl && parsePicture(imageUrl) ? imageUrl : undefined
