import type { Category, Product } from '@tsedra/contract/catalogue'
import { defaultLanguage, parseLanguage } from '@tsedra/contract/language'
import { pictureOf } from '@tsedra/contract/picture'
import { gallerySizes } from '../catalogue/picture-sizes.ts'
import { ofAll, ofFeatured, ofOne, ofProducts } from '../catalogue/questions.ts'
import { locate } from '../shared/locate.ts'
import { recall } from '../shared/remembered.ts'
import { askEarly } from './asked-early.ts'

/** Files of the screens that come lazily, by the first part of their address (pwa/build/early-script.ts). */
declare const SCREEN_FILES: Record<string, readonly string[]>
/** Files of what reads the catalogue that is kept on this device. */
declare const SHELF_FILES: readonly string[]

const lang = parseLanguage(recall('lang') ?? '') ?? defaultLanguage

/** Sends for what this address will show, while the script that draws it is still on its way. */
export function sendForFirstScreen({ pathname, search }: Location): void {
  const [, screen = '', slug = ''] = pathname.split('/')
  for (const file of SCREEN_FILES[screen] ?? []) preload(file)
  if (pathname === '/' && !search) {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="hero"]')) link.rel = 'preload'
  }
  // A catalogue that is kept here answers: only what reads it is sent for.
  if (recall(`snapshot.${lang}`)) {
    for (const file of SHELF_FILES) preload(file)
    return
  }
  if (pathname === '/' && !search) void ask('GET /api/products', ofFeatured(lang))
  if (screen === 'product' && slug) void ask<Product>('GET /api/products/:slug', ofOne(slug, lang)).then(preloadPicture)
  if (screen === 'category' && slug && !search) {
    void ask<Category>('GET /api/categories/:slug', ofOne(slug, lang)).then((category) => {
      if (category) void ask('GET /api/products', ofProducts({ categoryId: category.id, sort: 'default' }, lang))
    })
  }
  void ask('GET /api/categories', ofAll(lang))
}

/** What failed is asked again by the screen, which knows how to say so. */
async function ask<Reply>(address: string, input: Parameters<typeof locate>[1]): Promise<Reply | undefined> {
  try {
    const answer = await askEarly(locate(address, input).url)
    return answer.ok ? ((await answer.clone().json()) as Reply) : undefined
  } catch {
    return undefined
  }
}

function preloadPicture(product: Product | undefined): void {
  const picture = product?.imageUrl && pictureOf(product.imageUrl)
  if (!picture) return
  const link = document.createElement('link')
  link.imageSrcset = picture.srcSet
  link.imageSizes = gallerySizes
  link.fetchPriority = 'high'
  add(link, 'preload', 'image')
}

function preload(file: string): void {
  const link = document.createElement('link')
  link.href = file
  link.crossOrigin = ''
  if (file.endsWith('.css')) add(link, 'preload', 'style')
  else add(link, 'modulepreload', 'script')
}

function add(link: HTMLLinkElement, rel: string, as: string): void {
  link.rel = rel
  link.as = as
  document.head.append(link)
}
