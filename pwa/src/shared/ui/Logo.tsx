import { useTranslations } from 'use-intl'
import { useLanguage } from '../i18n/language.ts'
import wordmarks from './wordmarks.svg?no-inline'

/** Script and box of each wordmark in wordmarks.svg. */
const cyrillic = { id: 'cyrillic', box: '24 -660 2700 980' }
const latin = { id: 'latin', box: '0 -750 2860 1040' }

/** The wordmark in the reader's script; its tail is a curl of zest. */
export function Logo() {
  const brand = useTranslations()('brand')
  const { id, box } = useLanguage() === 'en' ? latin : cyrillic
  return (
    <svg viewBox={box} role="img" aria-label={brand} fill="currentColor">
      <use href={`${wordmarks}#${id}`} />
    </svg>
  )
}
