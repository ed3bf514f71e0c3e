import type { Category } from '@tsedra/contract/catalogue'
import type { Language } from '@tsedra/contract/language'
import { buildRequest } from '@tsedra/contract/build-request'
import {
  buildListQuery,
  buildFeaturedQuery,
  buildDetailQuery,
  buildProductsQuery,
} from '@tsedra/contract/catalogue-queries'
import { readLocal } from '../shared/local-storage.ts'
import { preloadResponse } from '../shared/preloaded-responses.ts'

/** Files of lazy-loaded screens, by the first segment of their path (pwa/build/boot-script.ts). */
declare const SCREEN_FILES: Record<string, readonly string[]>
/** Files that read the local catalogue. */
declare const LOCAL_CATALOGUE_FILES: readonly string[]

/** Preloads the files and responses that the screen of this URL needs, while the page's script is loading. */
export function preloadFirstScreen({ pathname, search }: Location, lang: Language): void {
  // The local catalogue replaces the requests: only the files that read it are preloaded.
  const hasLocalCatalogue = readLocal(`snapshot.${lang}`)
  if (hasLocalCatalogue) for (const file of LOCAL_CATALOGUE_FILES) preload(file)
  const { inlinedLanguage } = document.documentElement.dataset
  // HTML with inlined responses preloads its screen itself.
  const [, screen = '', slug = ''] = pathname.split('/')
  if (!inlinedLanguage) for (const file of SCREEN_FILES[screen] ?? []) preload(file)
  if (hasLocalCatalogue || inlinedLanguage === lang) return
  const isUnfiltered = /^(?:\?lang=\w+)?$/.test(search)
  if (pathname === '/' && isUnfiltered) void preloadJson('GET /api/products', buildFeaturedQuery(lang))
  if (screen === 'product' && slug) void preloadJson('GET /api/products/:slug', buildDetailQuery(slug, lang))
  if (screen === 'drink' && slug) void preloadJson('GET /api/drinks/:slug', buildDetailQuery(slug, lang))
  if (screen === 'category' && slug && isUnfiltered) {
    void preloadJson<Category>('GET /api/categories/:slug', buildDetailQuery(slug, lang)).then((category) => {
      if (category)
        void preloadJson('GET /api/products', buildProductsQuery({ categoryId: category.id, sort: 'default' }, lang))
    })
  }
  void preloadJson('GET /api/categories', buildListQuery(lang))
}

/** Preloads a response. A failure is ignored: the screen repeats the request and shows its error. */
async function preloadJson<Data>(
  address: string,
  input: Parameters<typeof buildRequest>[1],
): Promise<Data | undefined> {
  try {
    const response = await preloadResponse(buildRequest(address, input).url)
    return response.ok ? ((await response.clone().json()) as Data) : undefined
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
