import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** Whether a password, in lower case, is one that everybody tries first. */
export type IsCommonPassword = (password: string) => boolean

let loading: Promise<IsCommonPassword> | undefined

/**
 * The 49,233 passwords of @zxcvbn-ts/language-common, read at the first question.
 *
 * Kept as sorted 64-bit hashes: a tenth of what the words would take in a process that is meant to be small.
 */
export const loadCommonPasswords = (): Promise<IsCommonPassword> => (loading ??= load())

async function load(): Promise<IsCommonPassword> {
  const list = new URL('../src/passwords.json', import.meta.resolve('@zxcvbn-ts/language-common'))
  const passwords = JSON.parse(await readFile(list, 'utf8')) as string[]
  const hashes = BigUint64Array.from(passwords, shortHash).sort()
  return (password) => includesHash(hashes, shortHash(password))
}

function includesHash(sorted: BigUint64Array, hash: bigint): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0n) < hash) low = middle + 1
    else high = middle
  }
  return sorted[low] === hash
}

const shortHash = (text: string): bigint => createHash('sha256').update(text).digest().readBigUInt64BE()
