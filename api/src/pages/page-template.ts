import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brand } from '@tsedra/contract/brand'
import { htmlLang, type Language } from '@tsedra/contract/language'
import { CONTENT_RENDERER, type ContentRenderer, type PageManifest } from '@tsedra/contract/page-manifest'
import { escapeText, tag } from './markup.ts'
import type { ShopDetails } from './shop-details.ts'

export interface PageParts {
  lang: Language
  title: string
  description: string
  /** Escaped tags for the head: preloads before the scripts, the others after them. */
  preloads: readonly string[]
  head: readonly string[]
  /** Whether to preload the picture of the home page's hero. */
  hero: boolean
  /** HTML that the page's first render replaces; empty for a page whose content the client requests. */
  content: string
  /** Whether browsers with scripts paint the content too. */
  isPainted: boolean
  /** Replaces the built-in name and phone number of the template. */
  shop: Pick<ShopDetails, 'name' | 'phone'>
  /** Escaped data blocks, which include the inlined responses of the first screen. */
  blocks: readonly string[]
}

export interface PageTemplate {
  manifest: PageManifest
  /** `sizes` of the hero's picture. */
  heroSizes: string
  write(parts: PageParts): string
  renderContent: ContentRenderer['renderContent']
}

/**
 * Reads the built page as a template, with the manifest of its build.
 *
 * @param dir directory of `index.html`, `page.json` and the content renderer, which is imported here: no start waits for it
 * @throws when one of them is missing, or `index.html` has another structure than the page build writes
 */
export async function readTemplate(dir: string): Promise<PageTemplate> {
  const html = await readFile(join(dir, 'index.html'), 'utf8')
  const manifest = JSON.parse(await readFile(join(dir, 'page.json'), 'utf8')) as PageManifest // of the same build
  const { renderContent } = await importRenderer(join(dir, CONTENT_RENDERER))
  const [start, , fromLanguage] = splitAt(html, /<html lang="uk">/)
  const [opening, , fromWords] = splitAt(fromLanguage, /<title>[^<]*<\/title>\s*<meta name="description"[^>]*>/)
  const [colours, heroLinks, fromHero] = splitAt(fromWords, /<!--[^>]*-->\s*(?:<link rel="hero"[^>]*>\s*)+/)
  const [scripts, , fromHead] = splitAt(fromHero, /(?=<\/head>)/)
  const [root, , fromRoot] = splitAt(fromHead, /(?<=<div id="root">)(?=<\/div>)/)
  const [body, , end] = splitAt(fromRoot, /(?=<\/body>)/)
  const hero = (heroLinks.match(/<link[^>]*>/g) ?? []).map((link) => link.replace('rel="hero"', 'rel="preload"'))

  return {
    manifest,
    renderContent,
    heroSizes: /imagesizes="([^"]*)"/.exec(heroLinks)?.[1] ?? '',
    write({ lang, title, description, preloads, head, hero: wantsHero, content, isPainted, shop, blocks }) {
      const html = tag('html', { lang: htmlLang[lang], 'data-inlined-language': lang })
      const metaTags = [
        `<title>${escapeText(title)}</title>`,
        tag('meta', { name: 'description', content: description }),
      ]
      const links = [...(wantsHero ? hero : []), ...preloads, nameShop(scripts, shop), ...head].join('')
      return [
        start,
        html,
        opening,
        ...metaTags,
        colours,
        isPainted ? deferScripts(links) : links,
        root,
        content,
        // The content has the phone number, in the page's language.
        content ? body.replace(/<noscript>[^]*?<\/noscript>/, '') : nameShop(body, shop),
        ...blocks,
        end,
      ].join('')
    },
  }
}

async function importRenderer(file: string): Promise<ContentRenderer> {
  // Node caches a failed import, and the build may still be copied.
  await access(file)
  const module = (await import(pathToFileURL(file).href)) as Partial<ContentRenderer>
  if (typeof module.renderContent !== 'function') throw new Error(`${CONTENT_RENDERER} exports no renderContent`)
  return { renderContent: module.renderContent }
}

/** Replaces the name for home screens, and the phone number for browsers in which no script runs. */
const nameShop = (html: string, { name, phone }: PageParts['shop']): string =>
  html
    .replaceAll(`content="${brand.name.ua}"`, () => `content="${escapeText(name)}"`)
    .replaceAll(brand.phone, () => escapeText(phone))

/** Defers scripts, fonts and the manifest, so that they do not compete with the first paint; the boot script loads them after it. */
function deferScripts(head: string): string {
  return head
    .replaceAll(/<script type="module" crossorigin src="([^"]+)"><\/script>/g, (_, file: string) =>
      tag('link', { rel: 'deferred', crossorigin: '', href: file, 'data-entry': '' }),
    )
    .replaceAll('rel="modulepreload"', 'rel="deferred"')
    .replace('rel="manifest"', 'rel="deferred" data-rel="manifest"')
    .replaceAll(/<link rel="preload"[^>]* as="font"[^>]*>/g, '')
}

/** Returns the text before the match, the match, and the text after it. */
function splitAt(html: string, pattern: RegExp): [string, string, string] {
  const match = pattern.exec(html)
  if (!match) throw new Error(`the page's index.html has no ${pattern}`)
  return [html.slice(0, match.index), match[0], html.slice(match.index + match[0].length)]
}
