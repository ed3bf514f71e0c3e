/** A safe subset of Markdown: headings, lists, paragraphs, strong, emphasis and links. Everything else is text. */
export type MarkdownInline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis'; children: MarkdownInline[] }
  | { kind: 'link'; href: string; children: MarkdownInline[] }

export type MarkdownBlock =
  | { kind: 'heading'; level: 2 | 3; children: MarkdownInline[] }
  | { kind: 'paragraph'; children: MarkdownInline[] }
  | { kind: 'list'; items: MarkdownInline[][] }

const headingPattern = /^(#{1,3}) +(.+)$/
const itemPattern = /^[-*] +(.+)$/
// Each part ends at the first character that cannot belong to it, so no text takes quadratic time.
const inlinePattern = /\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^[\]]+)\]\(([^()\s]+)\)/g
/** `/path`, but not `//host`, and the schemes that run nothing. */
const safeHrefPattern = /^(?:https?:\/\/[^\\]|mailto:|tel:|\/(?![/\\]))/i

// mutation test: markdown-links-safe
/** Returns whether a link may be rendered. */
export const isSafeHref = (href: string): boolean => safeHrefPattern.test(href)

/** Parses a text into blocks; never throws, and keeps every character that is no markup. */
export function parseMarkdown(markdown: string): MarkdownBlock[] {
  return markdown.split(/\n[ \t]*\n/).flatMap((part) => parsePart(part.split('\n').map((line) => line.trim())))
}

/** Parses lines without an empty line between them. */
function parsePart(lines: readonly string[]): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', children: parseInline(paragraph.join(' ')) })
    paragraph = []
  }
  for (const line of lines.filter(Boolean)) {
    const heading = headingPattern.exec(line)
    const item = itemPattern.exec(line)
    const last = blocks.at(-1)
    if (!heading && !item) {
      paragraph.push(line)
      continue
    }
    const continuesList = paragraph.length === 0 && last?.kind === 'list'
    endParagraph()
    if (heading)
      blocks.push({
        kind: 'heading',
        level: heading[1] === '###' ? 3 : 2,
        children: parseInline(heading[2] ?? ''),
      })
    else if (continuesList) last.items.push(parseInline(item?.[1] ?? ''))
    else blocks.push({ kind: 'list', items: [parseInline(item?.[1] ?? '')] })
  }
  endParagraph()
  return blocks
}

function parseInline(text: string): MarkdownInline[] {
  const parts: MarkdownInline[] = []
  let end = 0
  for (const match of text.matchAll(inlinePattern)) {
    const [whole, strong, emphasis, label, href] = match
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    end = match.index + whole.length
    if (strong !== undefined) parts.push({ kind: 'strong', children: parseInline(strong) })
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', children: parseInline(emphasis) })
    else if (href !== undefined && isSafeHref(href))
      parts.push({ kind: 'link', href, children: [{ kind: 'text', text: label ?? '' }] })
    else parts.push({ kind: 'text', text: whole })
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

/** Returns the text without markup, as one line. */
export const markdownToText = (markdown: string): string =>
  parseMarkdown(markdown)
    .flatMap((block) => (block.kind === 'list' ? block.items : [block.children]))
    .map(inlineToText)
    .join(' ')

const inlineToText = (parts: readonly MarkdownInline[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : inlineToText(part.children))).join('')
