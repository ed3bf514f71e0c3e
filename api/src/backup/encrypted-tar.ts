import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, pack } from 'tar-stream'
import { UnusableBackup } from './unusable-backup.ts'

/**
 * Binary logarithm of the scrypt cost: 32 MiB and about 0.1 s. The default of 18 takes 256 MiB, meant for passphrases
 * that humans invent; BACKUP_KEY is random and has 32 characters or more.
 */
const SCRYPT_LOG_N = 15

export interface TarFile {
  name: string
  body: Buffer
}

export interface TarWriter extends AsyncDisposable {
  add(file: TarFile): Promise<void>
  /** Writes the end of the file and syncs it to disk. Without it the file does not open. */
  finish(): Promise<void>
}

/** Creates a tar archive under age, with the key as passphrase: `age -d FILE | tar -t`. @throws when the file exists */
export async function createEncryptedTar(path: string, key: string): Promise<TarWriter> {
  const file = await open(path, 'wx', 0o600)
  const tar = pack()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(key)
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N)
  // A pack emits bytes; streamx declares them as unknown.
  const encrypted = await encrypter.encrypt(ReadableStream.from(tar as AsyncIterable<Uint8Array>))
  const written = pipeline(encrypted, file.createWriteStream({ flush: true }))
  // The next call reports its rejection.
  written.catch(() => undefined)

  return {
    async add({ name, body }) {
      const packed = Promise.withResolvers<void>()
      tar.entry({ name, mode: 0o600, size: body.length }, body, (error) =>
        error ? packed.reject(error) : packed.resolve(),
      )
      try {
        await packed.promise
      } catch (error) {
        // A failing disk destroys the tar stream: its error is the cause.
        await written
        throw error
      }
    },
    async finish() {
      tar.finalize()
      await written
    },
    async [Symbol.asyncDispose]() {
      tar.destroy()
      await written.catch(() => undefined)
    },
  }
}

/** Reads the files of an archive one by one. @throws UnusableBackup at the first changed or missing byte */
export async function* readEncryptedTar(path: string, key: string): AsyncGenerator<TarFile> {
  await using file = await open(path)
  const decrypter = new Decrypter()
  decrypter.addPassphrase(key)
  const decrypted = await decrypter
    .decrypt(ReadableStream.from<Uint8Array>(file.createReadStream({ autoClose: false })))
    .catch((cause: unknown): never => {
      throw new UnusableBackup(
        `${path} does not open: BACKUP_KEY is another one, or the file is damaged or no backup of this shop.`,
        { cause },
      )
    })
  const tar = extract()
  const extracted = pipeline(decrypted, tar)
  extracted.catch(() => undefined)
  const entries = tar[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await readNext()
      if (!next) return
      yield next
    }
  } finally {
    tar.destroy()
    await extracted.catch(() => undefined)
  }

  /** Returns undefined at the end of a complete file. */
  async function readNext(): Promise<TarFile | undefined> {
    try {
      const { value: entry, done } = await entries.next()
      if (done) {
        await extracted
        return undefined
      }
      const { name, type } = entry.header
      // mutation test: archive-files-only
      if (type !== 'file') throw new UnusableBackup(`${path} holds ${name}, which is not a file.`)
      const parts: Buffer[] = []
      for await (const part of entry) parts.push(part as Buffer)
      return { name, body: Buffer.concat(parts) }
    } catch (cause) {
      if (cause instanceof UnusableBackup) throw cause
      // mutation test: truncated-backup-refused
      throw new UnusableBackup(`${path} is damaged or cut short.`, { cause })
    }
  }
}
