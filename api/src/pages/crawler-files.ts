import { languages } from '@tsedra/contract/language'
import { staticPages } from '@tsedra/contract/page-manifest'
import type { ReadModel } from '../catalogue/read-model.ts'
import { buildPageUrl, listAlternates } from './page-address.ts'
import { escapeText } from './markup.ts'

/**
 * Returns every public address in each language that it is translated into, with its alternates and pictures
 * (https://sitemaps.org/protocol.html, https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap,
 * https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps). The limit of one file is 50,000
 * addresses: some 16,000 products.
 */
export function buildSitemap(model: ReadModel, origin: string): string {
  const staticPaths = staticPages.map((page) => ({
    path: page === 'home' ? '/' : `/${page}`,
    changedAt: undefined,
    translatedInto: languages,
    pictures: [],
  }))
  const urls = [...staticPaths, ...model.listPaths()].flatMap(({ path, changedAt, translatedInto, pictures }) => {
    const alternates = listAlternates(origin, path, translatedInto).map(
      ([lang, address]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeText(address)}"/>`,
    )
    const lastModified = changedAt ? `<lastmod>${changedAt}</lastmod>` : ''
    const images = pictures.map(
      (picture) => `<image:image><image:loc>${escapeText(new URL(picture, origin).href)}</image:loc></image:image>`,
    )
    const details = [lastModified, ...alternates, ...images].join('')
    return translatedInto.map(
      (lang) => `<url><loc>${escapeText(buildPageUrl(origin, path, lang))}</loc>${details}</url>`,
    )
  })
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<urlset ${namespaces}>`, ...urls, '</urlset>\n'].join('\n')
}

const namespaces = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
].join(' ')

/** What pages request of the API, which search engines that run scripts read too, and the previews for chats. */
const publicApiPaths = ['/api/cards', '/api/catalogue', '/api/categories', '/api/drinks', '/api/pages', '/api/products']
const privatePaths = ['/api/', '/admin', '/profile', '/pending', '/order/']

/** Returns robots.txt (RFC 9309): crawlers must not fetch private paths; of two rules the longer path decides. */
export const buildRobotsTxt = (origin: string): string =>
  [
    'User-agent: *',
    ...publicApiPaths.map((path) => `Allow: ${path}`),
    ...privatePaths.map((path) => `Disallow: ${path}`),
    `Sitemap: ${origin}/sitemap.xml\n`,
  ].join('\n')
