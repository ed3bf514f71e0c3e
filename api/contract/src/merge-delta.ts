import type { CatalogueDelta, Snapshot } from './snapshot.ts'

type SnapshotProduct = Snapshot['products'][number]

/** Fields of a snapshot in the order of its schema, in which the server writes them: the ETag depends on it. */
const fields = [
  'schema',
  'version',
  'lang',
  'currency',
  'categories',
  'products',
  'drinks',
  'synonyms',
  'packages',
  'shop',
  'pages',
] as const satisfies readonly (keyof Snapshot)[]

/** Applies a delta to the snapshot of its version `since`. The caller compares the ETag of the result. */
export function mergeDelta(base: Snapshot, delta: CatalogueDelta): Snapshot {
  const replaced = new Set([...delta.deleted, ...delta.products.map(({ id }) => id)])
  const unchanged = base.products.filter(({ id }) => !replaced.has(id))
  const products = [...unchanged, ...delta.products].sort(compareInShopOrder)
  const merged: Record<string, unknown> = { ...base, version: delta.version, ...delta.parts, products }
  const present = fields.filter((name) => merged[name] !== undefined && merged[name] !== null)
  // Every field is the one of the base or of the delta.
  return Object.fromEntries(present.map((name) => [name, merged[name]])) as unknown as Snapshot
}

/** Compares like the database does: by position, newest first, by id. */
function compareInShopOrder(a: SnapshotProduct, b: SnapshotProduct): number {
  return a.sortOrder - b.sortOrder || compareTexts(b.createdAt, a.createdAt) || compareTexts(a.id, b.id)
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
