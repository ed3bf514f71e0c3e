import { useTranslations } from 'use-intl'
import wordmarks from './wordmarks.svg?no-inline'

/** Symbol id and view box of the wordmark of each built-in name, in wordmarks.svg. */
const drawnNames: Record<string, { id: string; viewBox: string }> = {
  Цедра: { id: 'cyrillic', viewBox: '24 -660 2700 980' },
  Tsedra: { id: 'latin', viewBox: '0 -750 2860 1040' },
}

/** The wordmark of the shop; another name that its owner chose is text. */
export function Logo() {
  const brand = useTranslations()('brand')
  const drawn = drawnNames[brand]
  if (!drawn) return <b className="serif t-1">{brand}</b>
  return (
    <svg viewBox={drawn.viewBox} role="img" aria-label={brand} fill="currentColor">
      <use href={`${wordmarks}#${drawn.id}`} />
    </svg>
  )
}
