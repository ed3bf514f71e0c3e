import { parseSource } from '../mutation/markers.ts'

/** A text that developers read. */
export interface SourceText {
  kind: 'name' | 'comment' | 'title' | 'log' | 'page'
  line: number
  text: string
}

interface Node {
  type: string
  start: number
  end: number
  [member: string]: unknown
}

type Kind = SourceText['kind']
type Add = (kind: Kind, start: number, text: string) => void

/** Functions whose first argument is a test title. */
const titleFunctions = /^(?:test|it|describe|setup)$/
/** Functions and classes whose arguments are read in a log or a terminal. */
const logFunctions = /^(?:log|logger|console|print|fail\w*|\w*Error)$/

/** Returns names, comments, test titles and log texts of a source file, or the prose of a Markdown page. */
export function extractTexts(file: string, content: string): SourceText[] {
  const texts: SourceText[] = []
  const add: Add = (kind, start, text) => {
    texts.push({ kind, line: content.slice(0, start).split('\n').length, text })
  }
  add('name', 0, file.split('/').at(-1) ?? '')
  if (file.endsWith('.md')) addLines(maskMarkdownCode(content), 'page', add)
  else if (file.endsWith('.css')) addLines(content, 'comment', add)
  else if (/\.(?:tsx?|mjs)$/.test(file)) addTypeScript(file, content, add)
  else for (const { 0: text, index } of content.matchAll(/(?<=^|\s)#.*/gm)) add('comment', index, text)
  return texts
}

function addTypeScript(file: string, content: string, add: Add): void {
  const literals: Node[] = []
  visit(parseSource(file, content), (node, parent, member) => {
    if (isLiteral(node)) literals.push(node)
    if (isName(node, parent, member)) add('name', node.start, node['name'] as string)
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
    const callee = findRootName(node['callee'] as Node)
    const args = node['arguments'] as Node[]
    if (titleFunctions.test(callee)) addLiterals(args.slice(0, 1), 'title', add)
    else if (logFunctions.test(callee)) addLiterals(args, 'log', add)
  })
  const code = literals.reduce((text, { start, end }) => mask(text, start, end), content)
  for (const { 0: comment, index } of code.matchAll(/\/\/.*|\/\*[^]*?\*\//g)) {
    addLines(comment, 'comment', (kind, start, text) => add(kind, index + start, text))
  }
}

/** Names at their declaration and use; members and keys are declared elsewhere, often by a protocol or a table. */
function isName(node: Node, parent: Node | undefined, member: string): boolean {
  if (node.type !== 'Identifier' || !parent) return node.type === 'PrivateIdentifier'
  if (parent.type === 'MemberExpression' && member === 'property') return parent['computed'] === true
  if (parent.type === 'Property' && member === 'key') return parent['shorthand'] === true
  return !(parent.type === 'ImportSpecifier' && member === 'imported')
}

const isLiteral = ({ type }: Node) => type === 'Literal' || type === 'TemplateElement' || type === 'JSXText'

/** Returns `console` of `console.log`, `test` of `test.each([…])`. */
function findRootName(callee: Node): string {
  if (callee.type === 'MemberExpression') return findRootName(callee['object'] as Node)
  if (callee.type === 'CallExpression') return findRootName(callee['callee'] as Node)
  return typeof callee['name'] === 'string' ? callee['name'] : ''
}

function addLiterals(nodes: readonly Node[], kind: Kind, add: Add): void {
  visit(nodes, ({ type, start, value }) => {
    if (type === 'Literal' && typeof value === 'string') add(kind, start, value)
    if (type === 'TemplateElement') add(kind, start, (value as { raw: string }).raw)
  })
}

function addLines(content: string, kind: Kind, add: Add): void {
  for (const { 0: text, index } of content.matchAll(/.+/g)) add(kind, index, text)
}

/** Code in a page is a name that the page quotes. */
function maskMarkdownCode(content: string): string {
  return content.replace(/```[^]*?```|`[^`\n]*`/g, (code) => mask(code, 0, code.length))
}

const mask = (text: string, start: number, end: number) =>
  text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end)

function visit(value: unknown, callback: (node: Node, parent: Node | undefined, member: string) => void) {
  const step = (current: unknown, parent: Node | undefined, member: string) => {
    if (Array.isArray(current)) for (const item of current) step(item, parent, member)
    else if (isNode(current)) {
      callback(current, parent, member)
      for (const [key, child] of Object.entries(current)) step(child, current, key)
    }
  }
  step(value, undefined, '')
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
