import { locale } from '@tsedra/contract/language'
import { createTranslator } from 'use-intl/core'
import { getLocale, type Messages } from './language.ts'

/** Returns a translator for code outside components, in the current language; lazy namespaces must be loaded (`withMessages`). */
export function getTranslator() {
  const { language, messages } = getLocale()
  return createTranslator({ locale: locale[language], messages: messages as Messages })
}
