import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Marker, parsed, sourceMarkers } from './markers.ts'
import type { Change, Mutant } from './mutant.ts'
import { fillIn, matchesOf, type Names } from './pattern.ts'

interface Edit {
  marker: Marker
  start: number
  end: number
  put: string
}

/** Returns the changed files of a tree with the bug in it. @throws when a change fits no marker, or a file would not parse */
export function mutated(root: string, mutant: Mutant, markers = sourceMarkers(root)): Map<string, string> {
  const own = markers.filter(({ slug }) => slug === mutant.slug)
  if (own.length === 0) throw new Error(`No line is marked "mutation test: ${mutant.slug}"`)
  const texts = new Map(own.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')]))
  const edits = editsOf(mutant, own, texts)
  for (const [file, text] of texts) {
    const inFile = edits.filter(({ marker }) => marker.file === file).sort((one, other) => other.start - one.start)
    const changed = inFile.reduce((all, { start, end, put }) => all.slice(0, start) + put + all.slice(end), text)
    if (/\.tsx?$/.test(file)) parsed(file, changed)
    texts.set(file, changed)
  }
  return texts
}

function editsOf({ slug, changes }: Mutant, markers: readonly Marker[], texts: ReadonlyMap<string, string>): Edit[] {
  const edits = changes.flatMap((change) => {
    if (change.kind === 'remove') return []
    const all = markers.flatMap((marker) => fitting(change, marker, texts.get(marker.file) ?? ''))
    if (all.length !== 1) throw new Error(`"${slug}" fits ${all.length} places, not one: ${JSON.stringify(change)}`)
    return all
  })
  const untouched = markers.filter((marker) => !edits.some((edit) => edit.marker === marker))
  if (changes.some(({ kind }) => kind === 'remove') === (untouched.length === 0)) {
    throw new Error(`"${slug}" has ${markers.length} markers, and its changes fit ${edits.length} of them`)
  }
  return [...edits, ...untouched.map((marker) => removal(marker, texts.get(marker.file) ?? ''))]
}

function fitting(change: Exclude<Change, { kind: 'remove' }>, marker: Marker, text: string): Edit[] {
  const { start, end, condition } = marker
  if (change.kind === 'condition') return condition ? [{ marker, ...condition, put: String(change.value) }] : []
  return matchesOf(change.find, text.slice(start, end)).map((match) => {
    const names = change.elsewhere.reduce((known, pattern) => namesIn(pattern, text, known), match.names)
    return { marker, start: start + match.start, end: start + match.end, put: fillIn(change.put, names) }
  })
}

function namesIn(pattern: string, text: string, known: Names): Names {
  const [first] = matchesOf(pattern, text, known)
  if (!first) throw new Error(`No line has the shape of ${pattern}`)
  return first.names
}

/** A property or an element takes its comma along. */
function removal(marker: Marker, text: string): Edit {
  const comma = /^\s*,/.exec(text.slice(marker.end))?.[0] ?? ''
  return { marker, start: marker.start, end: marker.end + comma.length, put: '' }
}

/** Plants the bug in a copy of the repository; returns the function that takes it out again. */
export async function plant(copy: string, mutant: Mutant): Promise<() => Promise<void>> {
  const changed = mutated(copy, mutant)
  const before = [...changed.keys()].map((file) => [join(copy, file), readFileSync(join(copy, file), 'utf8')] as const)
  for (const [file, text] of changed) await writeFile(join(copy, file), text)
  return async () => {
    for (const [path, text] of before) await writeFile(path, text)
  }
}
