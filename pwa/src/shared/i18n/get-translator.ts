import { locale } from '@tsedra/contract/language'
import { createTranslator } from 'use-intl/core'
import { getLocale, type Messages } from './language.ts'

/** For texts outside of components, in the language of this moment; those that come later have to be there (`withTexts`). */
export function getTranslator() {
  const { language, messages } = getLocale()
  return createTranslator({ locale: locale[language], messages: messages as Messages })
}
