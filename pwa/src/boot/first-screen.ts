import type { Category } from '@tsedra/contract/catalogue'
import type { Language } from '@tsedra/contract/language'
import { locate } from '@tsedra/contract/locate'
import { ofAll, ofFeatured, ofOne, ofProducts } from '@tsedra/contract/questions'
import { recall } from '../shared/remembered.ts'
import { askEarly } from '../shared/asked-early.ts'

/** Files of the screens that come lazily, by the first part of their address (pwa/build/early-script.ts). */
declare const SCREEN_FILES: Record<string, readonly string[]>
/** Files of what reads the catalogue that is kept on this device. */
declare const SHELF_FILES: readonly string[]

/** Sends for what this address will show, while the script that draws it is still on its way. */
export function sendForFirstScreen({ pathname, search }: Location, lang: Language): void {
  // A catalogue that is kept here answers: only what reads it is sent for.
  const isKept = recall(`snapshot.${lang}`)
  if (isKept) for (const file of SHELF_FILES) preload(file)
  const { told } = document.documentElement.dataset
  // The HTML of this address has sent for its screen already.
  const [, screen = '', slug = ''] = pathname.split('/')
  if (!told) for (const file of SCREEN_FILES[screen] ?? []) preload(file)
  if (isKept || told === lang) return
  if (pathname === '/' && !search) void ask('GET /api/products', ofFeatured(lang))
  if (screen === 'product' && slug) void ask('GET /api/products/:slug', ofOne(slug, lang))
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

function preload(file: string): void {
  const link = document.createElement('link')
  link.href = file
  link.crossOrigin = ''
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  link.as = isStyle ? 'style' : 'script'
  document.head.append(link)
}
