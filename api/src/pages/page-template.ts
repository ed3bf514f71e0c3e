import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { htmlLang, type Language } from '@tsedra/contract/language'
import type { PageManifest } from '@tsedra/contract/page-facts'
import { escapeText, tag } from './markup.ts'

export interface PageParts {
  lang: Language
  title: string
  description: string
  /** Tags for the head, already escaped: what is sent for before the scripts, and what can wait. */
  preloads: readonly string[]
  head: readonly string[]
  /** Whether the picture of the home page's hero is wanted at once. */
  hero: boolean
  /** What is painted until the page's script draws it, already escaped. */
  paint: string
  /** Data blocks, already escaped: what the first screen asks for is among them. */
  blocks: readonly string[]
}

export interface PageTemplate {
  manifest: PageManifest
  /** `src`, `srcset` and `sizes` of the hero's picture. */
  heroPicture: Record<string, string>
  write(parts: PageParts): string
}

/**
 * The built page as a template, with what its build says of itself.
 *
 * @param dir holds `index.html` and `page.json`
 * @throws when one of them is not there, or `index.html` is not what the build of the page makes
 */
export async function readTemplate(dir: string): Promise<PageTemplate> {
  const html = await readFile(join(dir, 'index.html'), 'utf8')
  const manifest = JSON.parse(await readFile(join(dir, 'page.json'), 'utf8')) as PageManifest // of the same build
  const [start, , fromLanguage] = splitAt(html, /<html lang="uk">/)
  const [opening, , fromWords] = splitAt(fromLanguage, /<title>[^<]*<\/title>\s*<meta name="description"[^>]*>/)
  const [colours, heroLinks, fromHero] = splitAt(fromWords, /<!--[^>]*-->\s*(?:<link rel="hero"[^>]*>\s*)+/)
  const [scripts, , fromHead] = splitAt(fromHero, /(?=<\/head>)/)
  const [root, , fromRoot] = splitAt(fromHead, /(?<=<div id="root">)(?=<\/div>)/)
  const [body, , end] = splitAt(fromRoot, /(?=<\/body>)/)
  const hero = (heroLinks.match(/<link[^>]*>/g) ?? []).map((link) => link.replace('rel="hero"', 'rel="preload"'))

  const valueOf = (attribute: string) => new RegExp(`as="image"[^>]* ${attribute}="([^"]*)"`).exec(heroLinks)?.[1] ?? ''

  return {
    manifest,
    heroPicture: { src: valueOf('href'), srcset: valueOf('imagesrcset'), sizes: valueOf('imagesizes') },
    write({ lang, title, description, preloads, head, hero: wantsHero, paint, blocks }) {
      const html = tag('html', { lang: htmlLang[lang], 'data-inlined-language': lang })
      const metaTags = [
        `<title>${escapeText(title)}</title>`,
        tag('meta', { name: 'description', content: description }),
      ]
      const links = [...(wantsHero ? hero : []), ...preloads, scripts, ...head].join('')
      return [
        start,
        html,
        opening,
        ...metaTags,
        colours,
        paint ? deferScripts(links) : links,
        root,
        paint,
        body,
        ...blocks,
        end,
      ].join('')
    },
  }
}

/** Scripts, letters and the manifest leave the line to what the HTML paints: the early script sends for them once that can be seen. */
function deferScripts(head: string): string {
  return head
    .replaceAll(/<script type="module" crossorigin src="([^"]+)"><\/script>/g, (_, file: string) =>
      tag('link', { rel: 'deferred', crossorigin: '', href: file, 'data-entry': '' }),
    )
    .replaceAll('rel="modulepreload"', 'rel="deferred"')
    .replace('rel="manifest"', 'rel="deferred" data-rel="manifest"')
    .replaceAll(/<link rel="preload"[^>]* as="font"[^>]*>/g, '')
}

/** Before, the place itself, and after. */
function splitAt(html: string, pattern: RegExp): [string, string, string] {
  const match = pattern.exec(html)
  if (!match) throw new Error(`the page's index.html has no ${pattern}`)
  return [html.slice(0, match.index), match[0], html.slice(match.index + match[0].length)]
}
