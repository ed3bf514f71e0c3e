import { languages } from '@tsedra/contract/language'
import { staticPages } from '@tsedra/contract/page-manifest'
import type { ReadModel } from '../catalogue/read-model.ts'
import { buildPageUrl, listAlternates } from './page-address.ts'
import { escapeText } from './markup.ts'

/** The limits of one file (https://sitemaps.org/protocol.html): 50,000 addresses and 52,428,800 bytes. */
const MAX_ADDRESSES = 50_000
/** The bytes of all addresses of one file; the rest is for the lines around them. */
const MAX_BYTES = 52_000_000

const SITEMAP_PATH = '/sitemap.xml'
const buildPartPath = (index: number): string => `/sitemap-${index + 1}.xml`

/** Whether a path is the sitemap, or may be a part of it. */
export const isSitemapPath = (path: string): boolean => /^\/sitemap(?:-[1-9]\d*)?\.xml$/.test(path)

/**
 * Returns the files of the sitemap by path: one with every public address, or an index of several parts where one file
 * would exceed a limit of the protocol.
 */
export function buildSitemap(model: Pick<ReadModel, 'listPaths'>, origin: string): Map<string, string> {
  const parts = splitEntries(listEntries(model, origin)).map((entries) => writeFile('urlset', pageNamespaces, entries))
  const [first = ''] = parts
  if (parts.length === 1) return new Map([[SITEMAP_PATH, first]])
  const index = parts.map((_, part) => `<sitemap><loc>${escapeText(origin + buildPartPath(part))}</loc></sitemap>`)
  return new Map([
    [SITEMAP_PATH, writeFile('sitemapindex', [namespace], index)],
    ...parts.map((xml, part) => [buildPartPath(part), xml] as const),
  ])
}

/**
 * Returns an entry for every public address in each language that it is translated into, with its alternates and pictures
 * (https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap,
 * https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps).
 */
function listEntries(model: Pick<ReadModel, 'listPaths'>, origin: string): string[] {
  const staticPaths = staticPages.map((page) => ({
    path: page === 'home' ? '/' : `/${page}`,
    changedAt: undefined,
    translatedInto: languages,
    pictures: [],
  }))
  return [...staticPaths, ...model.listPaths()].flatMap(({ path, changedAt, translatedInto, pictures }) => {
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
}

/** Splits the entries into the parts that each fit into one file. */
function splitEntries(entries: readonly string[]): string[][] {
  let part: string[] = []
  let bytes = 0
  const parts = [part]
  for (const entry of entries) {
    // With its line break.
    const length = Buffer.byteLength(entry) + 1
    if (part.length === MAX_ADDRESSES || bytes + length > MAX_BYTES) {
      part = []
      bytes = 0
      parts.push(part)
    }
    part.push(entry)
    bytes += length
  }
  return parts
}

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const pageNamespaces = [
  namespace,
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
]

const writeFile = (root: 'urlset' | 'sitemapindex', namespaces: readonly string[], entries: readonly string[]) =>
  ['<?xml version="1.0" encoding="UTF-8"?>', `<${root} ${namespaces.join(' ')}>`, ...entries, `</${root}>\n`].join('\n')
