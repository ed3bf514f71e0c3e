import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Encrypter } from 'age-encryption'
import { type Header, pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { createArchive, readArchive } from './archive.ts'
import type { Entry } from './contents.ts'
import { UnusableBackup } from './unusable-backup.ts'

const KEY = 'a key of the tests, long enough to be one'
/** Bytes of one encrypted age chunk: 64 KiB and the Poly1305 tag. */
const CHUNK = 65_536 + 16

async function temporaryFile() {
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-archive-'))
  return {
    path: join(directory, 'a.backup'),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  }
}

async function write(path: string, entries: readonly Entry[]): Promise<void> {
  await using archive = await createArchive(path, KEY)
  for (const entry of entries) await archive.add(entry)
  await archive.finish()
}

async function read(path: string, key = KEY): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of readArchive(path, key)) entries.push(entry)
  return entries
}

/** Encrypts a tar archive with one entry of this header. */
async function hostileFile(header: Partial<Header> & { name: string }): Promise<Uint8Array> {
  const tar = pack()
  if (header.type) tar.entry(header)
  else tar.entry(header, 'x')
  tar.finalize()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(KEY)
  encrypter.setScryptWorkFactor(4)
  return encrypter.encrypt(await buffer(tar as AsyncIterable<Uint8Array>))
}

test('every entry is read as written, and no byte of it is in clear', async () => {
  await using file = await temporaryFile()
  const pictures = [0, 1, 511, 512, 65_536, 200_000].map((length): Entry => {
    return { kind: 'picture', name: `${'довга назва '.repeat(length % 20)}${length}.webp`, bytes: randomBytes(length) }
  })
  const entries: Entry[] = [
    { kind: 'about', format: 2, takenAt: '2026-11-21T03:00:00.000Z', migrations: ['0001-people.ts'] },
    { kind: 'rows', table: 'orders', count: 2, json: '[{"total":9999999999.10},{"total":"Київ"}]' },
    { kind: 'rows', table: 'orders', count: 1, json: '[{"total":0}]' },
    ...pictures,
    { kind: 'end', figures: { rows: {}, orderTotal: null, newestOrder: null }, pictures: 6, sequences: { a: '1' } },
  ]

  await write(file.path, entries)

  expect(await read(file.path)).toEqual(entries)
  const content = await readFile(file.path)
  expect(content.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
  expect(content.includes('orders')).toBe(false)
  await expect(createArchive(file.path, KEY)).rejects.toThrow('EEXIST')
})

// catches mutation: truncated-backup-refused
test('R-50: every damaged file and every other key is rejected', async () => {
  await using file = await temporaryFile()
  await write(file.path, [{ kind: 'picture', name: 'a.webp', bytes: randomBytes(200_000) }])
  const whole = await readFile(file.path)
  const mac = whole.indexOf('\n---') + 1
  // The payload begins with a nonce of 16 bytes.
  const payload = whole.indexOf('\n', mac) + 1 + 16
  const head = whole.subarray(0, payload)
  const chunk = (number: number) => whole.subarray(payload + number * CHUNK, payload + (number + 1) * CHUNK)
  const flipped = (at: number) => {
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return bytes
  }
  const damaged: Record<string, Buffer> = {
    'an empty file': Buffer.alloc(0),
    'the version': flipped(0),
    'the salt': flipped(whole.indexOf('scrypt') + 8),
    'the MAC of the header': flipped(mac + 8),
    'the nonce': flipped(payload - 1),
    'the first byte of the payload': flipped(payload),
    'a byte in the middle': flipped(100_000),
    'the last byte': flipped(whole.length - 1),
    'one byte too few': whole.subarray(0, -1),
    'half of the file': whole.subarray(0, 100_000),
    'the last chunk missing': whole.subarray(0, payload + 3 * CHUNK),
    'the header alone': head,
    'a chunk in the middle missing': Buffer.concat([head, chunk(0), chunk(2), chunk(3)]),
    'two chunks swapped': Buffer.concat([head, chunk(1), chunk(0), chunk(2), chunk(3)]),
    'bytes appended': Buffer.concat([whole, Buffer.alloc(16)]),
  }
  const refused: string[] = []
  for (const [damage, bytes] of Object.entries(damaged)) {
    await writeFile(file.path, bytes)
    const error = await read(file.path).catch((caught: unknown) => caught)
    if (error instanceof UnusableBackup && error.message.endsWith('.')) refused.push(damage)
  }
  await writeFile(file.path, whole)

  expect(refused).toEqual(Object.keys(damaged))
  await expect(read(file.path, `${KEY}.`)).rejects.toThrow('BACKUP_KEY is another one')
  await expect(read('/no/such.backup')).rejects.toThrow('cannot be read')
  await expect(read('/')).rejects.toThrow('is not a file')
})

// catches mutation: archive-entry-names, archive-files-only
test.each([
  { name: '../a.webp' },
  { name: '/etc/passwd' },
  { name: 'pictures/../../a.webp' },
  { name: 'pictures/..' },
  { name: 'pictures/.hidden' },
  { name: 'pictures/a/b.webp' },
  { name: 'pictures/a\\b.webp' },
  { name: 'tables/../orders/1.json.gz' },
  { name: 'anything.txt' },
  { name: 'pictures/a.webp', type: 'symlink' as const, linkname: '/etc/passwd' },
  { name: 'pictures/a.webp', type: 'link' as const, linkname: 'pictures/b.webp' },
  { name: 'pictures/a.webp', type: 'directory' as const },
])('R-50: a tar entry with a foreign path or type is rejected: %j', async (header) => {
  await using file = await temporaryFile()
  await writeFile(file.path, await hostileFile({ name: 'pictures/a.webp' }))
  expect(await read(file.path)).toMatchObject([{ kind: 'picture', name: 'a.webp' }])

  await writeFile(file.path, await hostileFile(header))

  await expect(read(file.path)).rejects.toThrow(/does not belong into a backup|is not a file/)
})

test('a reader that stops early does not wait for the rest', async () => {
  await using file = await temporaryFile()
  await write(
    file.path,
    [1, 2, 3].map((nth) => ({ kind: 'picture', name: `${nth}`, bytes: randomBytes(200_000) })),
  )

  for await (const entry of readArchive(file.path, KEY)) {
    expect(entry).toMatchObject({ name: '1' })
    break
  }
})
