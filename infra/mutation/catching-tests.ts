import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Marker, parseSource, findTestMarkers } from './markers.ts'

export interface CatchingTest {
  file: string
  /** Matches the full titles of the marked test. */
  title: string
}

/** Returns the tests marked as catching a mutant. */
export function findCatchingTests(
  root: string,
  slug: string,
  markers: readonly Marker[] = findTestMarkers(root),
): CatchingTest[] {
  const ownMarkers = markers.filter((marker) => marker.slug === slug)
  return ownMarkers.map(({ file, start, end }) => ({
    file,
    title: readTestTitle(readFileSync(join(root, file), 'utf8').slice(start, end), file),
  }))
}

/** The first argument of the call that defines the test. @throws when the marked code is no test */
function readTestTitle(code: string, file: string): string {
  const { body } = parseSource(file, code) as {
    body: { expression?: { arguments?: { start: number; end: number }[] } }[]
  }
  const title = body[0]?.expression?.arguments?.[0]
  const literal = title && /^(['"`])([^]*)\1$/.exec(code.slice(title.start, title.end))
  if (!literal?.[2]) throw new Error(`${file}: no test with a title begins at ${code.slice(0, 80)}`)
  return `(?:^| )${toTitlePattern(literal[2].replace(/\\(.)/g, '$1'))}$`
}

/** Values that each case puts into its title match anything. */
function toTitlePattern(title: string): string {
  const parts = title.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}|\$[A-Za-z][\w.]*|%[a-zA-Z#$]/)
  return parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('[^]*')
}
