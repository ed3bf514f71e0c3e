import type { Category } from '@tsedra/contract/catalogue'
import type { Drink } from '@tsedra/contract/drinks'
import { parsePicture } from '@tsedra/contract/picture'
import { pickTone } from '@tsedra/contract/tone'
import { escapeText, tag } from './markup.ts'

/**
 * Returns the content before the page's script renders: the one large picture or text, in the same boxes as React
 * (pwa/src/home/Hero.tsx, pwa/src/storefront/Gallery.tsx, CategoryPage.tsx, drinks/DrinkHeader.tsx). Headlines only reserve space: painted
 * before its font loads, a headline stays in the fallback font (infra/decisions/0032-page-html.md).
 */
function wrapFirstPaint(screen: 'home' | 'category' | 'product' | 'drink', content: string): string {
  const bar = '<div class="wrap top__bar"></div>'
  const search = screen === 'home' ? '<div class="wrap top__search2"></div>' : ''
  return `<div class="first" data-testid="first-paint"><div class="top">${bar}${search}</div>${content}</div>`
}

/**
 * @param builtIn attributes of the built-in picture: `src`, `srcset`, `sizes`
 * @param own address of the owner's picture, which replaces it
 */
export function renderHero({ sizes, ...builtIn }: Record<'src' | 'srcset' | 'sizes', string>, own = ''): string {
  const picture =
    renderPicture(own, { sizes }, ' hero__a hero__own') ||
    tag('img', { class: 'slice hero__a', ...builtIn, sizes, width: '900', height: '900', alt: '' })
  return wrapFirstPaint(
    'home',
    `<div class="last-order-place"></div><section class="hero"><div class="wrap hero__in"><div class="hero__art"><span data-tone="zest">${picture}</span></div></div></section>`,
  )
}

/** @param sizes of its picture, which is decoration beside the text */
export function renderCategory({ slug, imageUrl, translations: [texts] }: Category, sizes: string): string {
  // Without a description phones have no content to paint.
  if (!texts?.description) return ''
  const heading = `<span class="back">…</span><h1 class="serif t-4">${escapeText(texts.name)}</h1><p class="category-header__p">${escapeText(texts.description)}</p>`
  const art = `<div class="heap category-header__art">${renderPicture(imageUrl, { sizes, loading: 'lazy' })}</div>`
  return wrapFirstPaint(
    'category',
    `${tag('div', { 'data-tone': pickTone(slug) })}<header class="category-header"><div class="wrap category-header__in">${heading}</div>${art}</header></div>`,
  )
}

export function renderDrink({ slug, translations: [texts] }: Drink): string {
  // Without a reason the page has no text to paint.
  if (!texts?.reason) return ''
  const heading = `<span class="back">…</span><h1 class="serif t-4">${escapeText(texts.name)}</h1><p class="drink-header__reason">${escapeText(texts.reason)}</p>`
  return wrapFirstPaint(
    'drink',
    `${tag('div', { 'data-tone': pickTone(slug) })}<header class="wrap drink-header">${heading}<div class="plate drink-header__plate"></div></header></div>`,
  )
}

export function renderProduct(slug: string, imageUrl: string | null, sizes: string): string {
  const image = renderPicture(imageUrl, { sizes, fetchpriority: 'high' })
  if (!image) return ''
  const gallery = `<div class="gallery"><div class="gallery__item">${image}</div></div>`
  return wrapFirstPaint(
    'product',
    `${tag('div', { class: 'product', 'data-tone': pickTone(slug) })}<div class="product__side"><div class="plate product__plate">${gallery}</div></div></div>`,
  )
}

/** Returns an empty text without a picture, or for one on another host. */
function renderPicture(imageUrl: string | null, attributes: Record<string, string>, classes = ''): string {
  const picture = imageUrl ? parsePicture(imageUrl) : undefined
  if (!picture) return ''
  const { src, srcSet, avifSrcSet, width, height, cutout } = picture
  const image = tag('img', {
    class: (cutout ? 'slice' : 'photo') + classes,
    src,
    srcset: srcSet,
    width: String(width),
    height: String(height),
    alt: '',
    ...attributes,
  })
  if (!avifSrcSet) return image
  const { sizes = '' } = attributes
  return `<picture>${tag('source', { type: 'image/avif', srcset: avifSrcSet, sizes })}${image}</picture>`
}
