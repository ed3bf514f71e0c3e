import { brand } from './brand.ts'
import { type Language, sortTranslations, languages } from './language.ts'
import { pickSettingText, type SettingText, type ShopSettings } from './shop-settings.ts'
import { DEFAULT_PROMISE_HOURS, formatPromise } from './shop-promise.ts'
import { type ShopView, shopView } from './shop-view.ts'

const builtInTaglines: Record<Language, string> = {
  ua: 'фруктові чипси та прикраси для коктейлів',
  ru: 'фруктовые чипсы и украшения для коктейлей',
  en: 'fruit chips and cocktail garnishes',
}

/** Sentence of the locale key `product.promise`, for another number of hours. */
const promiseSentences: Record<Language, (promise: string) => string> = {
  ua: (promise) => `Зв’яжемося з вами в Telegram протягом ${promise} і уточнимо деталі.`,
  ru: (promise) => `Свяжемся с вами в Telegram в течение ${promise} и уточним детали.`,
  en: (promise) => `We’ll contact you on Telegram within ${promise} to confirm the details.`,
}

/** Returns a proper name: the owner's own in this language, otherwise in another language. */
function pickName(settings: ShopSettings, name: SettingText, lang: Language): string | undefined {
  const own = languages.flatMap((language) => {
    const value = pickSettingText(settings, name, language)
    return value ? [{ language, value }] : []
  })
  return sortTranslations(own, lang)[0]?.value
}

export const shopName = (settings: ShopSettings, lang: Language): string =>
  pickName(settings, 'name', lang) ?? brand.name[lang]

/** Returns undefined while every setting has its default: a fresh shop sends nothing. */
export function buildShopView(settings: ShopSettings, lang: Language): ShopView | undefined {
  const own = (name: SettingText) => pickSettingText(settings, name, lang)
  const { promiseHours, phone, telegram, email, sellerRegistration, links, logo, heroPicture } = settings
  const isDefaultPromise = promiseHours === DEFAULT_PROMISE_HOURS
  const view = defined({
    phone,
    telegram,
    email,
    sellerRegistration,
    logo,
    heroPicture,
    workingHours: own('workingHours'),
    address: pickName(settings, 'address', lang),
    sellerName: pickName(settings, 'sellerName', lang),
    sellerAddress: pickName(settings, 'sellerAddress', lang),
    ...(links.length > 0 && { links }),
    ...(!isDefaultPromise && { promiseHours }),
  })
  const messages = buildMessages(settings, lang)
  // Parsed, so that equal views are equal texts.
  return Object.keys({ ...view, ...messages }).length > 0 ? shopView.parse({ messages, ...view }) : undefined
}

function buildMessages(settings: ShopSettings, lang: Language): ShopView['messages'] {
  const own = (name: SettingText) => pickSettingText(settings, name, lang)
  const name = pickName(settings, 'name', lang)
  const tagline = own('tagline')
  const claims = { sugar: own('claimFirst'), colours: own('claimSecond'), preservatives: own('claimThird') }
  const { promiseHours } = settings
  const isDefaultPromise = promiseHours === DEFAULT_PROMISE_HOURS
  const namespaces = {
    title: { home: (name || tagline) && `${shopName(settings, lang)} — ${tagline ?? builtInTaglines[lang]}` },
    // The built-in end does not continue the owner's headline; a message must not be empty.
    hero: { first: own('headline'), second: own('headlineEnd') ?? (own('headline') && '\u00a0'), text: own('lead') },
    claim: claims,
    foot: { copyright: own('footer') ?? (name && `© ${name}`) },
    news: { title: own('newsletterTitle'), text: own('newsletterText') },
    product: {
      promise: isDefaultPromise ? undefined : promiseSentences[lang](formatPromise(promiseHours, lang)),
      claims: Object.values(claims).every(Boolean) ? Object.values(claims).join(' · ') : undefined,
    },
  }
  const texts = Object.entries(namespaces).map(([namespace, values]) => [namespace, defined(values)] as const)
  return {
    ...(name && { brand: name }),
    ...Object.fromEntries(texts.filter(([, values]) => Object.keys(values).length > 0)),
  }
}

/** Returns the fields that have a value. */
const defined = <T extends object>(values: T): { [Key in keyof T]?: NonNullable<T[Key]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as {
    [Key in keyof T]?: NonNullable<T[Key]>
  }
