import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/**
 * A file that only its key opens: a word, a salt, then chunks of 64 KiB under AES-256-GCM. The nonce of a chunk is its
 * number and whether it is the last one, so that none can be changed, moved, left out or cut off unseen (the STREAM
 * construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015). Each file has a key of its own, by HKDF from key and salt.
 */
const MAGIC = Buffer.from('tsedra1\n')
const SALT = 32
const CHUNK = 65_536
const TAG = 16

/** A backup that is not to be used; the message is a sentence for whoever runs the command. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup'
}

export interface SealedWriter extends AsyncDisposable {
  write(bytes: Uint8Array): Promise<void>
  /** Writes the last chunk and waits until all of it is on the disk. Without it the file opens nowhere. */
  finish(): Promise<void>
}

/** @throws when there is such a file already */
export async function createSealed(path: string, key: string): Promise<SealedWriter> {
  const file = await open(path, 'wx', 0o600)
  const salt = randomBytes(SALT)
  const fileKey = keyOf(key, salt)
  let pending: Uint8Array[] = []
  let size = 0
  let chunks = 0
  await file.write(Buffer.concat([MAGIC, salt]))

  return {
    async write(bytes) {
      pending.push(bytes)
      size += bytes.length
      // The last chunk is only known at the end: it is never empty-handed, for one byte stays here.
      if (size <= CHUNK) return
      const all = Buffer.concat(pending)
      let from = 0
      for (; all.length - from > CHUNK; from += CHUNK) await seal(all.subarray(from, from + CHUNK), false)
      pending = [all.subarray(from)]
      size = all.length - from
    },
    async finish() {
      await seal(Buffer.concat(pending), true)
      await file.sync()
    },
    [Symbol.asyncDispose]: () => file.close(),
  }

  async function seal(chunk: Uint8Array, isLast: boolean): Promise<void> {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(chunks, isLast))
    chunks += 1
    await file.write(Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]))
  }
}

/**
 * The bytes of a sealed file, chunk by chunk; each was checked before it is handed out.
 *
 * @throws UnusableBackup when the key is another one, or anything is changed or missing
 */
export async function* openSealed(path: string, key: string): AsyncGenerator<Buffer> {
  await using file = await open(path).catch((): never => {
    throw new UnusableBackup(`${path} cannot be read.`)
  })
  const stat = await file.stat()
  if (!stat.isFile()) throw new UnusableBackup(`${path} is not a file.`)
  const { size } = stat
  const start = await read(file, 0, MAGIC.length + SALT)
  if (!start.subarray(0, MAGIC.length).equals(MAGIC) || start.length < MAGIC.length + SALT) {
    throw new UnusableBackup(`${path} is not a backup of this shop.`)
  }
  const fileKey = keyOf(key, start.subarray(MAGIC.length))
  let at = start.length
  for (let number = 0; ; number++) {
    const isLast = size - at <= CHUNK + TAG
    const sealed = await read(file, at, CHUNK + TAG)
    at += sealed.length
    const chunk = unseal(fileKey, nonceOf(number, isLast), sealed)
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

function unseal(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | undefined {
  if (sealed.length < TAG) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
  decipher.setAuthTag(sealed.subarray(-TAG))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()])
  } catch {
    return undefined
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function keyOf(key: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'tsedra backup', 32))
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  // mutation test: sealed-chunk-order
  nonce.writeUInt32BE(number, 7)
  // mutation test: sealed-file-end
  nonce[11] = isLast ? 1 : 0
  return nonce
}
