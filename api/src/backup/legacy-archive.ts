import { createDecipheriv, hkdfSync } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Entry } from './contents.ts'
import { UnusableBackup } from './unusable-backup.ts'

/**
 * Reads the format before age: a magic word, a salt, then chunks of 64 KiB under AES-256-GCM. The nonce of a chunk is
 * its number and whether it is the last one. Inside: length of head, length of body, head as JSON, body.
 */
const MAGIC = Buffer.from('tsedra1\n')
const SALT = 32
const CHUNK = 65_536
const TAG = 16

const decompress = promisify(gunzip)

/** @throws UnusableBackup when the file cannot be read */
export async function isLegacyArchive(path: string): Promise<boolean> {
  await using file = await open(path).catch((cause: unknown): never => {
    throw new UnusableBackup(`${path} cannot be read.`, { cause })
  })
  if (!(await file.stat()).isFile()) throw new UnusableBackup(`${path} is not a file.`)
  return (await read(file, 0, MAGIC.length)).equals(MAGIC)
}

/** @throws UnusableBackup at the first changed or missing byte, or with another key */
export async function* readLegacyArchive(path: string, key: string): AsyncGenerator<Entry> {
  const chunks = decryptChunks(path, key)
  let buffered: Buffer = Buffer.alloc(0)
  try {
    for (;;) {
      const lengths = await take(8)
      if (!lengths) return
      const head = await take(lengths.readUInt32BE(0))
      const body = await take(lengths.readUInt32BE(4))
      if (!head || !body) throw new UnusableBackup(`${path} ends in the middle of an entry.`)
      yield await entryOf(JSON.parse(head.toString()), body)
    }
  } finally {
    await chunks.return(undefined)
  }

  /** Returns undefined at the end of the file. */
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

async function entryOf(head: Entry, body: Buffer): Promise<Entry> {
  if (head.kind === 'rows') return { ...head, json: (await decompress(body)).toString() }
  return head.kind === 'picture' ? { ...head, bytes: body } : head
}

async function* decryptChunks(path: string, key: string): AsyncGenerator<Buffer> {
  await using file = await open(path)
  const { size } = await file.stat()
  const salt = await read(file, MAGIC.length, SALT)
  const fileKey = Buffer.from(hkdfSync('sha256', key, salt, 'tsedra backup', 32))
  let position = MAGIC.length + SALT
  for (let number = 0; ; number++) {
    const isLast = size - position <= CHUNK + TAG
    const encrypted = await read(file, position, CHUNK + TAG)
    position += encrypted.length
    const chunk = decryptChunk(fileKey, nonceOf(number, isLast), encrypted)
    if (!chunk) {
      throw new UnusableBackup(
        number === 0
          ? `${path} does not open: BACKUP_KEY is another one, or the file is damaged.`
          : `${path} is damaged or cut short.`,
      )
    }
    yield chunk
    if (isLast) return
  }
}

function decryptChunk(key: Buffer, nonce: Buffer, encrypted: Buffer): Buffer | undefined {
  if (encrypted.length < TAG) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
  decipher.setAuthTag(encrypted.subarray(-TAG))
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(0, -TAG)), decipher.final()])
  } catch {
    return undefined
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  // mutation test: legacy-backup-opens
  nonce[11] = isLast ? 1 : 0
  return nonce
}
