import { brand } from '@tsedra/contract/brand'
import type { Language } from '@tsedra/contract/language'
import { infoPages } from '@tsedra/contract/info-page-names'
import { markdownToText } from '@tsedra/contract/markdown'
import type { PageMeta, StaticPage, WebManifest } from '@tsedra/contract/page-manifest'
import { fillShopText } from '@tsedra/contract/shop-promise'
import { pickSettingText, type ShopSettings } from '@tsedra/contract/shop-settings'
import { buildShopView, shopName } from '@tsedra/contract/build-shop-view'
import type { ReadModel } from '../catalogue/read-model.ts'

/** Search engines show no more characters of a description. */
const MAX_DESCRIPTION_LENGTH = 160

/** Name and contacts of the shop in one language: the owner's, otherwise the built-in ones. */
export interface ShopDetails {
  name: string
  phone: string
  telegram: string
  email: string
  city: string
  address: string | undefined
  links: readonly string[]
  /** Path of the owner's logo. */
  logo: string | undefined
}

export function describeShop(settings: ShopSettings, lang: Language): ShopDetails {
  const view = buildShopView(settings, lang)
  return {
    name: shopName(settings, lang),
    phone: view?.phone ?? brand.phone,
    telegram: view?.telegram ?? brand.telegram,
    email: view?.email ?? brand.email,
    city: brand.city[lang],
    address: view?.address,
    links: settings.links,
    logo: view?.logo,
  }
}

/** Returns title and description of a page with the owner's texts. */
export function describeStaticPage(
  { title, description }: PageMeta,
  page: StaticPage,
  { settings, infoPageText }: Pick<ReadModel, 'settings' | 'infoPageText'>,
  lang: Language,
): PageMeta {
  if (page === 'home')
    return {
      title: readOwnHomeTitle(settings, lang) ?? title,
      description: pickSettingText(settings, 'lead', lang) ?? description,
    }
  const infoPage = infoPages.find((candidate) => candidate === page)
  const ownText = infoPage && infoPageText(lang, infoPage)
  const workingHours = pickSettingText(settings, 'workingHours', lang)
  return {
    title: title.replace(` · ${brand.name[lang]}`, () => ` · ${shopName(settings, lang)}`),
    description: ownText
      ? markdownToText(ownText).slice(0, MAX_DESCRIPTION_LENGTH)
      : fillShopText(description, { promiseHours: settings.promiseHours, workingHours }, lang),
  }
}

/** Returns the web app manifest with the owner's name; browsers show it in the default language. */
export function describeWebManifest(manifest: WebManifest, settings: ShopSettings): WebManifest {
  return {
    ...manifest,
    name: readOwnHomeTitle(settings, 'ua') ?? manifest.name,
    short_name: shopName(settings, 'ua'),
  }
}

function readOwnHomeTitle(settings: ShopSettings, lang: Language): string | undefined {
  const title = buildShopView(settings, lang)?.messages['title']
  return typeof title === 'object' ? title['home'] : undefined
}
