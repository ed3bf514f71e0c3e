/**
 * One bug to plant at the markers with its slug (infra/decisions/0038-mutation-tests.md). It refers to the code by position and
 * shape only, so renames and moved files need no change here.
 */
export interface Mutant {
  /** Names the protection that goes missing; the marker in the source carries it. */
  slug: string
  /** What the shop does wrong without the protection. */
  bug: string
  changes: readonly Change[]
}

export type Change =
  | { kind: 'remove' }
  | { kind: 'condition'; value: boolean }
  | { kind: 'replace'; find: string; replacement: string; contextPatterns: readonly string[] }

export const mutant = (slug: string, bug: string, ...changes: readonly Change[]): Mutant => ({ slug, bug, changes })

/** Deletes each marked node that no other change of the mutant fits. */
export const remove = (): Change => ({ kind: 'remove' })

/** Replaces the condition of the marked `if`. */
export const condition = (value: boolean): Change => ({ kind: 'condition', value })

/**
 * Replaces the one place in the marked nodes that has the shape of `find`. `$word` matches any identifier, `'$word'` for any
 * quoted text, and what it matched is available to `put` under the same `$word`.
 *
 * @param contextPatterns patterns for names that `put` needs and that stand in other lines of the same file
 */
export const replace = (find: string, replacement: string, ...contextPatterns: readonly string[]): Change => ({
  kind: 'replace',
  find,
  replacement,
  contextPatterns,
})
