import { parsePicture } from '@tsedra/contract/picture'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../i18n/language.ts'
import { readShopView } from '../i18n/shop-view.ts'
import wordmarks from './wordmarks.svg?no-inline'

/** Symbol id and view box of the wordmark of each built-in name, in wordmarks.svg. */
const drawnNames: Record<string, { id: string; viewBox: string }> = {
  Цедра: { id: 'cyrillic', viewBox: '24 -660 2700 980' },
  Tsedra: { id: 'latin', viewBox: '0 -750 2860 1040' },
}

/** The owner's logo, otherwise the wordmark of the shop; another name that its owner chose is text. */
export function Logo() {
  const brand = useTranslations()('brand')
  const { logo } = readShopView(useLanguage())
  const picture = logo && parsePicture(logo)
  if (picture) {
    const { src, thumbnail = src, width, height } = picture
    return <img src={thumbnail} width={width} height={height} alt={brand} />
  }
  const drawn = drawnNames[brand]
  if (!drawn) return <b className="serif t-1">{brand}</b>
  // In the server's HTML it only takes its space: the file would compete with the first picture.
  if (import.meta.env.SSR)
    return (
      <>
        <svg viewBox={drawn.viewBox} role="img" aria-label={brand} />
        <noscript>
          <b className="serif t-1">{brand}</b>
        </noscript>
      </>
    )
  return (
    <svg viewBox={drawn.viewBox} role="img" aria-label={brand} fill="currentColor">
      <use href={`${wordmarks}#${drawn.id}`} />
    </svg>
  )
}
