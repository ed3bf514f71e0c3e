import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** Whether a password, in lower case, is one that everybody tries first. */
export type IsCommon = (password: string) => boolean

let loading: Promise<IsCommon> | undefined

/**
 * The 49,233 passwords of @zxcvbn-ts/language-common, read at the first question.
 *
 * Kept as sorted 64-bit hashes: a tenth of what the words would take in a process that is meant to be small.
 */
export const commonPasswords = (): Promise<IsCommon> => (loading ??= load())

async function load(): Promise<IsCommon> {
  const list = new URL('../src/passwords.json', import.meta.resolve('@zxcvbn-ts/language-common'))
  const words = JSON.parse(await readFile(list, 'utf8')) as string[]
  const hashes = BigUint64Array.from(words, shortHash).sort()
  return (password) => has(hashes, shortHash(password))
}

function has(sorted: BigUint64Array, wanted: bigint): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0n) < wanted) low = middle + 1
    else high = middle
  }
  return sorted[low] === wanted
}

const shortHash = (text: string): bigint => createHash('sha256').update(text).digest().readBigUInt64BE()
