import type { Category } from '@tsedra/contract/catalogue'
import type { Language } from '@tsedra/contract/language'
import { buildRequest } from '@tsedra/contract/locate'
import { buildListQuery, buildFeaturedQuery, buildDetailQuery, buildProductsQuery } from '@tsedra/contract/questions'
import { readLocal } from '../shared/local-storage.ts'
import { preloadResponse } from '../shared/preloaded-responses.ts'

/** Files of the screens that come lazily, by the first part of their address (pwa/build/boot-script.ts). */
declare const SCREEN_FILES: Record<string, readonly string[]>
/** Files of what reads the catalogue that is kept on this device. */
declare const LOCAL_CATALOGUE_FILES: readonly string[]

/** Sends for what this address will show, while the script that draws it is still on its way. */
export function preloadFirstScreen({ pathname, search }: Location, lang: Language): void {
  // A catalogue that is kept here answers: only what reads it is sent for.
  const hasLocalCatalogue = readLocal(`snapshot.${lang}`)
  if (hasLocalCatalogue) for (const file of LOCAL_CATALOGUE_FILES) preload(file)
  const { told: inlinedLanguage } = document.documentElement.dataset
  // The HTML of this address has sent for its screen already.
  const [, screen = '', slug = ''] = pathname.split('/')
  if (!inlinedLanguage) for (const file of SCREEN_FILES[screen] ?? []) preload(file)
  if (hasLocalCatalogue || inlinedLanguage === lang) return
  if (pathname === '/' && !search) void preloadReply('GET /api/products', buildFeaturedQuery(lang))
  if (screen === 'product' && slug) void preloadReply('GET /api/products/:slug', buildDetailQuery(slug, lang))
  if (screen === 'category' && slug && !search) {
    void preloadReply<Category>('GET /api/categories/:slug', buildDetailQuery(slug, lang)).then((category) => {
      if (category)
        void preloadReply('GET /api/products', buildProductsQuery({ categoryId: category.id, sort: 'default' }, lang))
    })
  }
  void preloadReply('GET /api/categories', buildListQuery(lang))
}

/** What failed is asked again by the screen, which knows how to say so. */
async function preloadReply<Reply>(
  address: string,
  input: Parameters<typeof buildRequest>[1],
): Promise<Reply | undefined> {
  try {
    const response = await preloadResponse(buildRequest(address, input).url)
    return response.ok ? ((await response.clone().json()) as Reply) : undefined
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
