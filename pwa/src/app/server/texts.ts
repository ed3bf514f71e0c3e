import type { Language } from '@tsedra/contract/language'
import { texts as infoEn } from '../../info/texts/en.ts'
import { texts as infoRu } from '../../info/texts/ru.ts'
import { texts as infoUa } from '../../info/texts/ua.ts'
import type { InfoTexts } from '../../info/info-texts.ts'
import coreEn from '../../shared/i18n/locales/en.json'
import listEn from '../../shared/i18n/locales/list.en.json'
import listRu from '../../shared/i18n/locales/list.ru.json'
import listUa from '../../shared/i18n/locales/list.ua.json'
import ordersEn from '../../shared/i18n/locales/orders.en.json'
import ordersRu from '../../shared/i18n/locales/orders.ru.json'
import ordersUa from '../../shared/i18n/locales/orders.ua.json'
import coreRu from '../../shared/i18n/locales/ru.json'
import coreUa from '../../shared/i18n/locales/ua.json'

/** The texts of the public screens. Browsers load one language, and most of it with the screen that uses it. */
export const messages = {
  ua: { ...coreUa, ...listUa, ...ordersUa },
  ru: { ...coreRu, ...listRu, ...ordersRu },
  en: { ...coreEn, ...listEn, ...ordersEn },
}

export const infoTexts: Record<Language, InfoTexts> = { ua: infoUa, ru: infoRu, en: infoEn }
