import { useTranslations } from 'use-intl'
import { useLanguage } from '../i18n/language.ts'
import wordmarks from './wordmarks.svg?no-inline'

/** Symbol id and view box of each wordmark in wordmarks.svg. */
const cyrillic = { id: 'cyrillic', viewBox: '24 -660 2700 980' }
const latin = { id: 'latin', viewBox: '0 -750 2860 1040' }

/** The wordmark in the script of the current language. */
export function Logo() {
  const brand = useTranslations()('brand')
  const { id, viewBox } = useLanguage() === 'en' ? latin : cyrillic
  return (
    <svg viewBox={viewBox} role="img" aria-label={brand} fill="currentColor">
      <use href={`${wordmarks}#${id}`} />
    </svg>
  )
}
