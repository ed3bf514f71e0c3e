import { type Language, languages } from '@tsedra/contract/language'
import { CATALOGUE_SCHEMA } from '@tsedra/contract/snapshot'
import { partNames, type SnapshotPart, type SnapshotParts } from './build-snapshot-parts.ts'
import { joinBytes, type ProductEntry, readSnapshotProduct } from './product-entries.ts'

/**
 * Which products and parts of the snapshots have changed in which version since this process started
 * (infra/decisions/0018-local-catalogue.md).
 *
 * The mark of a change is the version. A day that begins in Kyiv changes the stock within a version: its mark is half a
 * version more, so phones of that version receive it, and those of the next one do not.
 */
export interface CatalogueChanges {
  /** The oldest version of which every later change is known. */
  readonly floor: number
  /** Marks of the products that were deleted, by id, the oldest first. */
  readonly deleted: ReadonlyMap<string, number>
  /** Marks of the parts of each snapshot. */
  readonly parts: Record<Language, ReadonlyMap<SnapshotPart, number>>
}

/** The part of a read model that its successor compares itself with. */
export interface ComparedModel {
  readonly version: number
  readonly entries: ReadonlyMap<string, ProductEntry>
  readonly parts: Record<Language, SnapshotParts>
  readonly changes: CatalogueChanges
}

/** Maximum number of deleted products; beyond it the oldest are dropped, and phones from before fetch the whole snapshot. */
const MAX_DELETED = 1_000

/** Returns the mark of the changes between two builds. */
export const markOf = (version: number, former: ComparedModel | undefined): number =>
  version === former?.version ? version + 0.5 : version

/** Returns the changes up to a version; without a former model nothing before this version is known. */
export function trackChanges(
  { version, entries, parts }: Omit<ComparedModel, 'changes'>,
  former: ComparedModel | undefined,
): CatalogueChanges {
  const mark = markOf(version, former)
  const deleted = new Map(former?.changes.deleted)
  for (const id of former?.entries.keys() ?? []) if (!entries.has(id)) deleted.set(id, mark)
  for (const id of deleted.keys()) if (entries.has(id)) deleted.delete(id)
  let floor = former?.changes.floor ?? version
  for (const [id, deletedAt] of deleted) {
    if (deleted.size <= MAX_DELETED) break
    // mutation test: dropped-deletion-raises-floor
    floor = Math.max(floor, deletedAt)
    deleted.delete(id)
  }
  const markParts = (lang: Language): ReadonlyMap<SnapshotPart, number> =>
    new Map(
      partNames.map((name) => {
        const formerMark = former?.changes.parts[lang].get(name)
        const isSame = parts[lang].get(name) === former?.parts[lang].get(name)
        return [name, formerMark !== undefined && isSame ? formerMark : mark]
      }),
    )
  return {
    floor,
    deleted,
    parts: Object.fromEntries(languages.map((lang) => [lang, markParts(lang)])) as CatalogueChanges['parts'],
  }
}

/** Returns the JSON of a snapshot, in pieces. */
export function writeSnapshot({ version, entries, parts }: Omit<ComparedModel, 'changes'>, lang: Language): Buffer[] {
  const { categories, ...others } = Object.fromEntries(parts[lang])
  const head = { schema: CATALOGUE_SCHEMA, version, lang, currency: 'UAH' }
  return [
    Buffer.from(`${JSON.stringify(head).slice(0, -1)},"categories":${categories},"products":[`),
    ...joinBytes(Array.from(entries.values(), (entry) => readSnapshotProduct(entry, lang))),
    Buffer.from(`]${writeFields(Object.entries(others))}}`),
  ]
}

/**
 * Returns the JSON of what has changed since a version, in pieces; undefined when that is not known. It may contain what the
 * phone has already: another process may have skipped other versions than this one.
 */
export function writeDelta(
  { version, entries, parts, changes }: ComparedModel,
  lang: Language,
  since: number,
): Buffer[] | undefined {
  if (since < changes.floor || since > version) return undefined
  const products = Array.from(entries.values()).filter(({ changedAt }) => changedAt > since)
  const deleted = Array.from(changes.deleted).flatMap(([id, deletedAt]) => (deletedAt > since ? [id] : []))
  const changedParts = Array.from(changes.parts[lang]).flatMap(([name, changedAt]): [string, string][] =>
    changedAt > since ? [[name, parts[lang].get(name) ?? 'null']] : [],
  )
  const head = { schema: CATALOGUE_SCHEMA, version, since, lang }
  return [
    Buffer.from(`${JSON.stringify(head).slice(0, -1)},"parts":{${writeFields(changedParts).slice(1)}},"products":[`),
    ...joinBytes(products.map((entry) => readSnapshotProduct(entry, lang))),
    Buffer.from(`],"deleted":${JSON.stringify(deleted)}}`),
  ]
}

const writeFields = (fields: readonly (readonly [string, string])[]): string =>
  fields.map(([name, json]) => `,${JSON.stringify(name)}:${json}`).join('')
