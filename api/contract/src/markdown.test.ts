import { expect, test } from 'vitest'
import { hostileMarkdown } from '../../test/hostile-markdown.ts'
import { isSafeHref, type MarkdownBlock, type MarkdownInline, markdownToText, parseMarkdown } from './markdown.ts'

const listLinks = (parts: readonly MarkdownInline[]): string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'text') return []
    return [...(part.kind === 'link' ? [part.href] : []), ...listLinks(part.children)]
  })
const linksOf = (blocks: readonly MarkdownBlock[]): string[] =>
  blocks.flatMap((block) => (block.kind === 'list' ? block.items : [block.children])).flatMap(listLinks)

test('headings, lists, paragraphs, strong, emphasis and links are parsed', () => {
  expect(
    parseMarkdown('# Доставка\nПоштою *або*\n**кур’єром**\n- [Пошта](https://post.example/a?b=1)\n- друга\n\n### Інше'),
  ).toEqual([
    { kind: 'heading', level: 2, children: [{ kind: 'text', text: 'Доставка' }] },
    {
      kind: 'paragraph',
      children: [
        { kind: 'text', text: 'Поштою ' },
        { kind: 'emphasis', children: [{ kind: 'text', text: 'або' }] },
        { kind: 'text', text: ' ' },
        { kind: 'strong', children: [{ kind: 'text', text: 'кур’єром' }] },
      ],
    },
    {
      kind: 'list',
      items: [
        [{ kind: 'link', href: 'https://post.example/a?b=1', children: [{ kind: 'text', text: 'Пошта' }] }],
        [{ kind: 'text', text: 'друга' }],
      ],
    },
    { kind: 'heading', level: 3, children: [{ kind: 'text', text: 'Інше' }] },
  ])
})

test('text that is no markup stays as it was typed', () => {
  const text = '5 * 3 = 15, a_b, [x], (y), #1, <b>'

  expect(markdownToText(text)).toBe(text)
  expect(markdownToText('')).toBe('')
})

// catches mutation: markdown-links-safe
test.each(hostileMarkdown)('%j has no link that runs a script or leads elsewhere', (markdown) => {
  const links = linksOf(parseMarkdown(markdown))

  expect(links).toEqual([])
  expect(markdownToText(markdown).length).toBeGreaterThan(0)
})

test.each(['https://shop.example/a', 'http://a.example', 'mailto:a@b.example', 'tel:+380501112233', '/faq', '/'])(
  '%s is a safe link',
  (href) => {
    expect(isSafeHref(href)).toBe(true)
  },
)

test('a long text without an end of its markup takes linear time', () => {
  for (const part of ['[', '**', '*a', '[a](', '[a](x', '# ', '- ']) {
    const startedAt = performance.now()
    parseMarkdown(part.repeat(4_000))
    expect(performance.now() - startedAt, part).toBeLessThan(1_000)
  }
})
