import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Marker, parseSource, findSourceMarkers } from './markers.ts'
import type { Change, Mutant } from './mutant.ts'
import { fillPlaceholders, findMatches, type PlaceholderValues } from './pattern.ts'

interface Edit {
  marker: Marker
  start: number
  end: number
  replacement: string
}

/** Returns the changed files of a tree with the bug in it. @throws when a change fits no marker, or a file would not parse */
export function applyMutant(root: string, mutant: Mutant, markers = findSourceMarkers(root)): Map<string, string> {
  const ownMarkers = markers.filter(({ slug }) => slug === mutant.slug)
  if (ownMarkers.length === 0) throw new Error(`No line is marked "mutation test: ${mutant.slug}"`)
  const texts = new Map(ownMarkers.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')]))
  const edits = findMutantEdits(mutant, ownMarkers, texts)
  for (const [file, text] of texts) {
    const fileEdits = edits.filter(({ marker }) => marker.file === file).sort((one, other) => other.start - one.start)
    const changed = fileEdits.reduce(
      (text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
      text,
    )
    if (/\.tsx?$/.test(file)) parseSource(file, changed)
    texts.set(file, changed)
  }
  return texts
}

function findMutantEdits(
  { slug, changes }: Mutant,
  markers: readonly Marker[],
  texts: ReadonlyMap<string, string>,
): Edit[] {
  const edits = changes.flatMap((change) => {
    if (change.kind === 'remove') return []
    const matches = markers.flatMap((marker) => findEdits(change, marker, texts.get(marker.file) ?? ''))
    if (matches.length !== 1)
      throw new Error(`"${slug}" fits ${matches.length} places, not one: ${JSON.stringify(change)}`)
    return matches
  })
  const untouched = markers.filter((marker) => !edits.some((edit) => edit.marker === marker))
  if (changes.some(({ kind }) => kind === 'remove') === (untouched.length === 0)) {
    throw new Error(`"${slug}" has ${markers.length} markers, and its changes fit ${edits.length} of them`)
  }
  return [...edits, ...untouched.map((marker) => buildRemoval(marker, texts.get(marker.file) ?? ''))]
}

function findEdits(change: Exclude<Change, { kind: 'remove' }>, marker: Marker, text: string): Edit[] {
  const { start, end, condition } = marker
  if (change.kind === 'condition') return condition ? [{ marker, ...condition, replacement: String(change.value) }] : []
  return findMatches(change.find, text.slice(start, end)).map((match) => {
    const names = change.contextPatterns.reduce((known, pattern) => findNames(pattern, text, known), match.values)
    return {
      marker,
      start: start + match.start,
      end: start + match.end,
      replacement: fillPlaceholders(change.replacement, names),
    }
  })
}

function findNames(pattern: string, text: string, known: PlaceholderValues): PlaceholderValues {
  const [firstMatch] = findMatches(pattern, text, known)
  if (!firstMatch) throw new Error(`No line has the shape of ${pattern}`)
  return firstMatch.values
}

/** A property or an element takes its comma along. */
function buildRemoval(marker: Marker, text: string): Edit {
  const comma = /^\s*,/.exec(text.slice(marker.end))?.[0] ?? ''
  return { marker, start: marker.start, end: marker.end + comma.length, replacement: '' }
}

/** Plants the bug in a copy of the repository; returns the function that takes it out again. */
export async function plantMutant(copy: string, mutant: Mutant): Promise<() => Promise<void>> {
  const changed = applyMutant(copy, mutant)
  const originals = [...changed.keys()].map(
    (file) => [join(copy, file), readFileSync(join(copy, file), 'utf8')] as const,
  )
  for (const [file, text] of changed) await writeFile(join(copy, file), text)
  return async () => {
    for (const [path, text] of originals) await writeFile(path, text)
  }
}
