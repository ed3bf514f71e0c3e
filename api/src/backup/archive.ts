import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { createSealed, openSealed, UnusableBackup } from './sealed-file.ts'

/** What a backup is compared by, as one moment of the database had it. */
export interface Figures {
  /** Rows by table. */
  rows: Record<string, number>
  /** Sum of all orders, in hryvnia; null when there is none. */
  orderTotal: string | null
  /** Id and time of the newest order, in UTC. */
  newestOrder: string | null
}

/** What lies in a backup, in this order; tables come after those that they refer to. */
export type Entry =
  | { kind: 'about'; format: 1; takenAt: string; migrations: string[] }
  /** `json` is an array of rows as Postgres writes them: nothing here reads numbers or times. */
  | { kind: 'rows'; table: string; count: number; json: string }
  | { kind: 'picture'; name: string; bytes: Buffer }
  | { kind: 'end'; figures: Figures; pictures: number; sequences: Record<string, string> }

export interface Contents {
  takenAt: string
  migrations: string[]
  figures: Figures
  pictures: number
  sequences: Record<string, string>
}

export interface ArchiveWriter extends AsyncDisposable {
  add(entry: Entry): Promise<void>
  finish(): Promise<void>
}

const compress = promisify(gzip)
const expand = promisify(gunzip)

export async function createArchive(path: string, key: string): Promise<ArchiveWriter> {
  const file = await createSealed(path, key)
  return {
    async add(entry) {
      const { head, body } = await apart(entry)
      const headBytes = Buffer.from(JSON.stringify(head))
      const lengths = Buffer.alloc(8)
      lengths.writeUInt32BE(headBytes.length, 0)
      lengths.writeUInt32BE(body.length, 4)
      for (const bytes of [lengths, headBytes, body]) await file.write(bytes)
    },
    finish: () => file.finish(),
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  }
}

/** @throws UnusableBackup at the first byte that is not as it was written */
export async function* readArchive(path: string, key: string): AsyncGenerator<Entry> {
  const chunks = openSealed(path, key)
  let buffered: Buffer = Buffer.alloc(0)
  try {
    for (;;) {
      const lengths = await take(8)
      if (!lengths) return
      const head = await take(lengths.readUInt32BE(0))
      const body = await take(lengths.readUInt32BE(4))
      if (!head || !body) throw new UnusableBackup(`${path} ends in the middle.`)
      yield await together(JSON.parse(head.toString()), body)
    }
  } finally {
    // Closes the file, whoever stops reading first.
    await chunks.return(undefined)
  }

  /** Undefined at the end of the file. */
  async function take(length: number): Promise<Buffer | undefined> {
    const parts = [buffered]
    let size = buffered.length
    while (size < length) {
      const { value, done } = await chunks.next()
      if (done) return undefined
      parts.push(value)
      size += value.length
    }
    const all = parts.length === 1 ? buffered : Buffer.concat(parts)
    buffered = all.subarray(length)
    return all.subarray(0, length)
  }
}

/**
 * Reads a backup from end to end: every byte opens, and it holds as many rows and pictures as it says.
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
  if (about.format !== 1) throw new UnusableBackup(`${path} was made by a newer shop.`)
  const counted = Object.entries(end.figures.rows).every(([table, count]) => (rows[table] ?? 0) === count)
  // mutation test: backup-counts-compared
  if (!counted || pictures !== end.pictures) throw new UnusableBackup(`${path} holds less than it says.`)
  const { takenAt, migrations } = about
  const { figures, sequences } = end
  return { takenAt, migrations, figures, pictures, sequences }
}

async function apart(entry: Entry): Promise<{ head: object; body: Buffer }> {
  switch (entry.kind) {
    case 'rows': {
      const { json, ...head } = entry
      return { head, body: await compress(json) }
    }
    case 'picture': {
      const { bytes, ...head } = entry
      return { head, body: bytes }
    }
    case 'about':
    case 'end':
      return { head: entry, body: Buffer.alloc(0) }
  }
}

/** What was sealed is what was written: its shape is known by its kind. */
async function together(head: Entry, body: Buffer): Promise<Entry> {
  switch (head.kind) {
    case 'rows':
      return { ...head, json: (await expand(body)).toString() }
    case 'picture':
      return { ...head, bytes: body }
    case 'about':
    case 'end':
      return head
  }
}
