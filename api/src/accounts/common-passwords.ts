import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** Returns whether a password, in lower case, is on the list of common passwords. */
export type IsCommonPassword = (password: string) => boolean

let loading: Promise<IsCommonPassword> | undefined

/**
 * Loads the 49,233 passwords of @zxcvbn-ts/language-common, on the first call.
 *
 * Stored as sorted 64-bit hashes, which take a tenth of the memory of the words.
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
