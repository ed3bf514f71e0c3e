import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Contents, Entry } from './contents.ts'
import { createEncryptedTar, readEncryptedTar, type TarFile } from './encrypted-tar.ts'
import { isLegacyArchive, readLegacyArchive } from './legacy-archive.ts'
import { UnusableBackup } from './unusable-backup.ts'

export interface ArchiveWriter extends AsyncDisposable {
  add(entry: Entry): Promise<void>
  finish(): Promise<void>
}

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** Creates a backup file: a tar archive under age. @throws when the file exists */
export async function createArchive(path: string, key: string): Promise<ArchiveWriter> {
  const tar = await createEncryptedTar(path, key)
  let batches = 0
  return {
    async add(entry) {
      switch (entry.kind) {
        case 'about':
        case 'end': {
          const { kind, ...content } = entry
          return tar.add({ name: `${kind}.json`, body: Buffer.from(JSON.stringify(content)) })
        }
        case 'rows': {
          batches += 1
          const name = `tables/${entry.table}/${String(batches).padStart(6, '0')}.json.gz`
          return tar.add({ name, body: await compress(entry.json) })
        }
        case 'picture':
          return tar.add({ name: `pictures/${entry.name}`, body: entry.bytes })
      }
    },
    finish: () => tar.finish(),
    [Symbol.asyncDispose]: () => tar[Symbol.asyncDispose](),
  }
}

/** Reads the entries of a backup, also of the former format. @throws UnusableBackup at the first damaged byte */
export async function* readArchive(path: string, key: string): AsyncGenerator<Entry> {
  if (await isLegacyArchive(path)) {
    yield* readLegacyArchive(path, key)
    return
  }
  for await (const file of readEncryptedTar(path, key)) {
    const entry = await entryOf(file)
    // mutation test: archive-entry-names
    if (!entry) throw new UnusableBackup(`${path} holds ${file.name}, which does not belong into a backup.`)
    yield entry
  }
}

/** Returns undefined for any name that `createArchive` does not write, so no path leaves the directory of pictures. */
async function entryOf({ name, body }: TarFile): Promise<Entry | undefined> {
  if (name === 'about.json') return { kind: 'about', ...JSON.parse(body.toString()) }
  if (name === 'end.json') return { kind: 'end', ...JSON.parse(body.toString()) }
  const table = /^tables\/(\w+)\/\d+\.json\.gz$/.exec(name)?.[1]
  if (table) {
    const json = (await decompress(body)).toString()
    return { kind: 'rows', table, count: (JSON.parse(json) as unknown[]).length, json }
  }
  const picture = /^pictures\/((?!\.)[^/\\\0]+)$/.exec(name)?.[1]
  return picture ? { kind: 'picture', name: picture, bytes: body } : undefined
}

/**
 * Reads a backup from end to end, and compares its rows and pictures with the counts in it.
 *
 * @throws UnusableBackup
 */
export async function checkArchive(path: string, key: string): Promise<Contents> {
  const rows: Record<string, number> = {}
  let pictures = 0
  let about: Extract<Entry, { kind: 'about' }> | undefined
  let end: Extract<Entry, { kind: 'end' }> | undefined
  for await (const entry of readArchive(path, key)) {
    if (entry.kind === 'about') about = entry
    if (entry.kind === 'rows') rows[entry.table] = (rows[entry.table] ?? 0) + entry.count
    if (entry.kind === 'picture') pictures += 1
    if (entry.kind === 'end') end = entry
  }
  if (!about || !end) throw new UnusableBackup(`${path} is not whole.`)
  if (![1, 2].includes(about.format)) throw new UnusableBackup(`${path} was made by a newer release.`)
  const counted = Object.entries(end.figures.rows).every(([table, count]) => (rows[table] ?? 0) === count)
  // mutation test: backup-counts-compared
  if (!counted || pictures !== end.pictures) throw new UnusableBackup(`${path} contains less than its figures state.`)
  const { takenAt, migrations } = about
  const { figures, sequences } = end
  return { takenAt, migrations, figures, pictures, sequences }
}
