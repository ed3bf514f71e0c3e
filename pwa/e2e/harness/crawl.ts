import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** A page as a crawler without scripts reads it. */
export interface CrawledPage {
  /** Path and query. */
  address: string
  status: number
  lang: string | undefined
  headings: string[]
  /** All texts, with single spaces. */
  text: string
  /** Addresses of this shop that it links to, without fragments. */
  links: string[]
  /** Addresses elsewhere: `tel:`, Telegram. */
  externalLinks: string[]
  /** The page that linked here first; undefined for the start. */
  linkedFrom: string | undefined
}

interface CrawlOptions {
  fetchHtml: (address: string) => Promise<{ status: number; html: string }>
  /** Path prefixes that robots.txt disallows. */
  disallowed: readonly string[]
}

/** Follows the links of a shop from its home page. */
export async function crawl({ fetchHtml, disallowed }: CrawlOptions): Promise<Map<string, CrawledPage>> {
  const pages = new Map<string, CrawledPage>()
  const queue: { address: string; linkedFrom?: string }[] = [{ address: '/' }]
  const queued = new Set(['/'])
  for (let entry = queue.shift(); entry; entry = queue.shift()) {
    const { address, linkedFrom } = entry
    const { status, html } = await fetchHtml(address)
    const page = { address, status, linkedFrom, ...readPage(html, address) }
    pages.set(address, page)
    for (const link of page.links) {
      if (queued.has(link) || disallowed.some((prefix) => link.startsWith(prefix))) continue
      queued.add(link)
      queue.push({ address: link, linkedFrom: address })
    }
  }
  return pages
}

/** Parses a page without scripts: content of `noscript` elements counts, that of scripts does not. */
function readPage(html: string, address: string): Omit<CrawledPage, 'address' | 'status' | 'linkedFrom'> {
  const document = parse(html, { scriptingEnabled: false })
  const elements = [...walk(document)].filter((node): node is Element => 'tagName' in node)
  const hrefs = elements.flatMap((element) => (element.tagName === 'a' ? (readAttribute(element, 'href') ?? []) : []))
  const urls = hrefs.map((href) => new URL(href, `http://shop${address}`))
  const root = elements.find(({ tagName }) => tagName === 'html')
  const body = elements.find(({ tagName }) => tagName === 'body')
  return {
    lang: root && readAttribute(root, 'lang'),
    headings: elements.filter(({ tagName }) => tagName === 'h1').map(readText),
    text: body ? readText(body) : '',
    links: urls.filter(({ host }) => host === 'shop').map(({ pathname, search }) => pathname + search),
    externalLinks: urls.filter(({ host }) => host !== 'shop').map(({ href }) => href),
  }
}

function* walk(node: Node): Generator<Node> {
  yield node
  if (node.nodeName === 'script' || node.nodeName === 'style') return
  if ('childNodes' in node) for (const child of node.childNodes) yield* walk(child)
}

const readAttribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((attribute) => attribute.name === name)?.value

const readText = (node: Node): string =>
  [...walk(node)]
    .map((child) => ('value' in child && child.nodeName === '#text' ? child.value : ''))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
