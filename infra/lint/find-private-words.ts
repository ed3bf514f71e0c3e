import type { Exception } from './exceptions.ts'
import { extractTexts, type SourceText } from './extract-texts.ts'
import { privateWords } from './words.ts'

export interface Finding extends SourceText {
  file: string
  word: string
}

export interface Report {
  findings: Finding[]
  /** Exceptions without which the report would be the same. */
  unusedExceptions: Exception[]
}

/** Returns every private word of these files that no exception covers. */
export function findPrivateWords(files: ReadonlyMap<string, string>, exceptions: readonly Exception[]): Report {
  const usedExceptions = new Set<Exception>()
  const findings = [...files].flatMap(([file, content]) => {
    const applicable = exceptions.filter(({ path }) => path?.test(file) ?? true)
    return extractTexts(file, content).flatMap((text) =>
      listPrivateWords(removeExceptions(text.text, applicable, usedExceptions)).map((word) => ({
        ...text,
        file,
        word,
      })),
    )
  })
  return { findings, unusedExceptions: exceptions.filter((exception) => !usedExceptions.has(exception)) }
}

function removeExceptions(text: string, exceptions: readonly Exception[], used: Set<Exception>): string {
  if (listPrivateWords(text).length === 0) return ''
  return exceptions.reduce((rest, exception) => {
    return rest.replace(new RegExp(exception.text, 'gi'), (match) => {
      if (listPrivateWords(match).length > 0) used.add(exception)
      return ' '
    })
  }, text)
}

/** Splits identifiers at camel case; code quoted in backticks is no prose. */
function listPrivateWords(text: string): string[] {
  const words = text
    .replace(/`[^`]*`/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g)
  return [...new Set(words)].filter((word) => Object.hasOwn(privateWords, word))
}
