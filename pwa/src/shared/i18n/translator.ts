import { locale } from '@tsedra/contract/language'
import { createTranslator } from 'use-intl/core'
import { currentTexts, type Messages } from './language.ts'

/** For texts outside of components, in the language of this moment; those that come later have to be there (`withTexts`). */
export function translator() {
  const { language, messages } = currentTexts()
  return createTranslator({ locale: locale[language], messages: messages as Messages })
}
