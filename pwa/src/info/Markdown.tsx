import { type MarkdownBlock, type MarkdownInline, parseMarkdown } from '@tsedra/contract/markdown'
import { Link } from '../shared/ui/Link.tsx'

/** The owner's text as elements: no HTML of it is ever parsed (decision 0042). */
export const Markdown = ({ source }: { source: string }) =>
  parseMarkdown(source).map((block, index) => <Block key={`${index} ${block.kind}`} block={block} />)

function Block({ block }: { block: MarkdownBlock }) {
  if (block.kind === 'list')
    return (
      <ul className="info__list">
        {block.items.map((item, index) => (
          <li key={`${index} ${item.length}`}>
            <Inline parts={item} />
          </li>
        ))}
      </ul>
    )
  if (block.kind === 'paragraph')
    return (
      <p>
        <Inline parts={block.children} />
      </p>
    )
  const Heading = block.level === 2 ? 'h2' : 'h3'
  return (
    <Heading className="serif t-1">
      <Inline parts={block.children} />
    </Heading>
  )
}

const Inline = ({ parts }: { parts: readonly MarkdownInline[] }) =>
  parts.map((part, index) => <Part key={`${index} ${part.kind}`} part={part} />)

function Part({ part }: { part: MarkdownInline }) {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'strong':
      return (
        <strong>
          <Inline parts={part.children} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Inline parts={part.children} />
        </em>
      )
    case 'link':
      return part.href.startsWith('/') ? (
        <Link to={part.href}>
          <Inline parts={part.children} />
        </Link>
      ) : (
        <a href={part.href} rel="noreferrer">
          <Inline parts={part.children} />
        </a>
      )
  }
}
