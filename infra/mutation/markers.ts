import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vitest/node'

/** The part of a file that a comment with a slug marks. */
export interface Marker {
  slug: string
  file: string
  start: number
  end: number
  /** The type of the marked syntax node; `Line` where the file is no TypeScript. */
  type: string
  /** The condition, when the node is an `if`. */
  condition?: { start: number; end: number }
}

interface Node {
  type: string
  start: number
  end: number
  test?: Node
}

const searchedPaths = ['api', 'worker', 'pwa', 'infra', 'docker-compose.yml']
const skipped = /(?:^|\/)(?:node_modules|dist|\.\w+)(?:\/|$)/
const slugListPattern = '[a-z0-9-]+(?:, [a-z0-9-]+)*'
const sourceMarkerPattern = new RegExp(`^[ \\t]*(?://|#) mutation test: (${slugListPattern})\\n`, 'gm')
const testMarkerPattern = new RegExp(`^[ \\t]*// catches mutation: (${slugListPattern})\\n`, 'gm')

export const findSourceMarkers = (root: string): Marker[] =>
  findMarkers(root, sourceMarkerPattern, /\.(?:tsx?|ya?ml|sh)$/)

export const findTestMarkers = (root: string): Marker[] => findMarkers(root, testMarkerPattern, /\.test\.tsx?$/)

function findMarkers(root: string, comment: RegExp, name: RegExp): Marker[] {
  return listFiles(root)
    .filter((file) => name.test(file))
    .flatMap((file) => parseMarkers(file, readFileSync(join(root, file), 'utf8'), comment))
}

function listFiles(root: string): string[] {
  return searchedPaths.flatMap((start) => {
    if (start.includes('.')) return [start]
    const files = readdirSync(join(root, start), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    return files
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length).replace(/^\//, ''))
      .filter((file) => !skipped.test(file))
  })
}

function parseMarkers(file: string, text: string, comment: RegExp): Marker[] {
  const matches = [...text.matchAll(comment)]
  if (matches.length === 0) return []
  const nodeAt = /\.tsx?$/.test(file) ? indexNodes(file, text) : createLineLookup(text)
  return matches.flatMap(({ 0: { length }, 1: list = '', index }) => {
    const node = nodeAt(findCodeStart(text, index + length))
    if (!node) throw new Error(`${file}: nothing begins below "mutation" marker ${list}`)
    const { type, start, end, test } = node
    const condition = type === 'IfStatement' && test ? { start: test.start, end: test.end } : undefined
    return list.split(', ').map((slug) => ({ slug, file, start, end, type, ...(condition && { condition }) }))
  })
}

/** Skips comments and white space. */
function findCodeStart(text: string, from: number): number {
  const blank = /(?:\s|\/\/.*|\/\*[^]*?\*\/|#.*)*/y
  blank.lastIndex = from
  return from + (blank.exec(text)?.[0].length ?? 0)
}

/** The largest node that begins at a position. @throws when the file does not parse */
function indexNodes(file: string, text: string): (start: number) => Node | undefined {
  const largest = new Map<number, Node>()
  const visit = (value: unknown) => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    if (isNode(value) && value.type !== 'Program' && value.end > (largest.get(value.start)?.end ?? 0)) {
      largest.set(value.start, value)
    }
    Object.values(value).forEach(visit)
  }
  visit(parseSource(file, text))
  return (start) => largest.get(start)
}

const isNode = (value: object): value is Node => 'type' in value && 'start' in value && 'end' in value

/** @throws when the file does not parse */
export function parseSource(file: string, text: string): unknown {
  try {
    return parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  } catch (cause) {
    throw new Error(`${file} does not parse`, { cause })
  }
}

const createLineLookup =
  (text: string) =>
  (start: number): Node => {
    const end = text.indexOf('\n', start)
    return { type: 'Line', start, end: end < 0 ? text.length : end }
  }
