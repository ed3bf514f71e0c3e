import { defaultLanguage, htmlLang, languages } from '@tsedra/contract/language'
import { wordedPages } from '@tsedra/contract/page-facts'
import type { ReadModel } from '../catalogue/read-model.ts'
import { addressIn } from './address.ts'
import { escapeText } from './markup.ts'

/**
 * Every public address in each language, with the others beside it (https://sitemaps.org/protocol.html,
 * https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap). One file holds 50,000
 * addresses: some 16,000 products.
 */
export function sitemap(model: ReadModel, origin: string): string {
  const worded = wordedPages.map((page) => ({ path: page === 'home' ? '/' : `/${page}`, changedAt: undefined }))
  const urls = [...worded, ...model.addresses()].flatMap(({ path, changedAt }) => {
    const beside = [
      ...languages.map((lang) => [htmlLang[lang], addressIn(origin, path, lang)] as const),
      ['x-default', addressIn(origin, path, defaultLanguage)] as const,
    ].map(([lang, address]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeText(address)}"/>`)
    const changed = changedAt ? `<lastmod>${changedAt}</lastmod>` : ''
    return languages.map(
      (lang) => `<url><loc>${escapeText(addressIn(origin, path, lang))}</loc>${changed}${beside.join('')}</url>`,
    )
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>\n',
  ].join('\n')
}

/** What crawlers have no business with (RFC 9309). */
export const robots = (origin: string): string =>
  [
    'User-agent: *',
    ...['/api/', '/admin', '/profile', '/pending', '/order/'].map((path) => `Disallow: ${path}`),
    `Sitemap: ${origin}/sitemap.xml\n`,
  ].join('\n')
