import { pictureOf } from '@tsedra/contract/picture'
import { toneOf } from '@tsedra/contract/tone'
import { tag } from './markup.ts'

/**
 * What stands on the screen until the page's script draws it anew: the one large picture, in the very boxes in which React
 * will put it (pwa/src/home/Hero.tsx, pwa/src/catalogue/Gallery.tsx). No words: a headline that is drawn before its font is
 * there keeps the wrong one (infra/decisions/0032-page-html.md).
 */
function firstPaint(screen: 'home' | 'product', content: string): string {
  const bar = '<div class="wrap top__bar"></div>'
  const search = screen === 'home' ? '<div class="wrap top__search2"></div>' : ''
  return `<div class="first"><div class="top">${bar}${search}</div>${content}</div>`
}

/** @param attributes of the hero's large picture: `src`, `srcset`, `sizes` */
export function heroPaint(attributes: Record<string, string>): string {
  const picture = tag('img', { class: 'slice hero__a', ...attributes, width: '900', height: '900', alt: '' })
  return firstPaint(
    'home',
    `<section class="hero"><div class="wrap hero__in"><div class="hero__art"><span data-tone="zest">${picture}</span></div></div></section>`,
  )
}

export function productPaint(slug: string, imageUrl: string | null, sizes: string): string {
  const picture = imageUrl ? pictureOf(imageUrl) : undefined
  if (!picture) return ''
  const { src, srcSet, width, height, cutout } = picture
  const image = tag('img', {
    class: cutout ? 'slice' : 'photo',
    src,
    srcset: srcSet,
    sizes,
    width: String(width),
    height: String(height),
    alt: '',
    fetchpriority: 'high',
  })
  const gallery = `<div class="gallery"><div class="gallery__item">${image}</div></div>`
  return firstPaint(
    'product',
    `${tag('div', { class: 'prod', 'data-tone': toneOf(slug) })}<div class="prod__side"><div class="plate prod__plate">${gallery}</div></div></div>`,
  )
}
