import { defaultLanguage, type Language, languages, locale } from '@tsedra/contract/language'
import type { PageManifest, PageMeta } from '@tsedra/contract/page-manifest'
import { parsePicture, SHARE_PREVIEW_SIZE, sharePreviewPath } from '@tsedra/contract/picture'
import { tag } from './markup.ts'
import { buildPageUrl, listAlternates, type PageAddress } from './page-address.ts'

/** The metadata of a page, readable before its script runs. */
export interface PageMetadata extends PageMeta {
  status: 200 | 404
  /** The canonical path; undefined for a page that search engines must not index. */
  path?: string
  /** The languages that its texts exist in, the shown one first; all by default. */
  translatedInto?: readonly Language[]
  /** For link previews and search engines. */
  picture?: string | null
  /** Path of the card that link previews show instead of the picture. */
  card?: string | undefined
  /** https://ogp.me/#types */
  previewType?: 'website' | 'product'
  data?: readonly object[]
  /** Tags that preload pictures. */
  preloads?: readonly string[]
  screen?: keyof PageManifest['screens']
  hero?: boolean
}

/**
 * One canonical address per entity and language that it is translated into: a page in a fallback language is a copy of
 * the page of that language. Searches, private and missing pages are not indexed.
 */
export function searchTags(origin: string, metadata: PageMetadata, { filtered, lang }: PageAddress): string[] {
  const { path } = metadata
  if (!path) return [tag('meta', { name: 'robots', content: 'noindex' })]
  const canonical = tag('link', { rel: 'canonical', href: buildCanonicalUrl(origin, path, metadata, lang) })
  if (filtered) return [tag('meta', { name: 'robots', content: 'noindex, follow' }), canonical]
  return [
    canonical,
    ...listAlternates(origin, path, metadata.translatedInto).map(([hreflang, href]) =>
      tag('link', { rel: 'alternate', hreflang, href }),
    ),
  ]
}

// mutation test: untranslated-page-not-canonical
const buildCanonicalUrl = (
  origin: string,
  path: string,
  { translatedInto: [shown = defaultLanguage, ...others] = languages }: PageMetadata,
  lang: Language,
): string => buildPageUrl(origin, path, [shown, ...others].includes(lang) ? lang : shown)

/** Returns the tags of a link preview: https://ogp.me */
export function previewTags(origin: string, metadata: PageMetadata, lang: Language, siteName: string): string[] {
  const { title, description, path, previewType = 'website' } = metadata
  if (!path) return []
  const properties = {
    'og:type': previewType,
    'og:site_name': siteName,
    'og:title': title,
    'og:description': description,
    'og:url': buildCanonicalUrl(origin, path, metadata, lang),
    'og:locale': locale[lang].replace('-', '_'),
    'og:image': origin + selectPreview(metadata, lang),
    'og:image:width': String(SHARE_PREVIEW_SIZE.width),
    'og:image:height': String(SHARE_PREVIEW_SIZE.height),
    'og:image:alt': title,
  }
  return [
    ...Object.entries(properties).map(([property, content]) => tag('meta', { property, content })),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ]
}

function selectPreview({ card, picture }: PageMetadata, lang: Language): string {
  if (card) return card
  if (picture && parsePicture(picture)) return sharePreviewPath(picture)
  // The built-in name is Latin in English.
  return lang === 'en' ? '/icons/share-en.jpg' : '/icons/share.jpg'
}
