import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSealed, openSealed, UnusableBackup } from './sealed-file.ts'

const KEY = 'a key of the tests, long enough to be one'
const HEAD = 40
const SEALED_CHUNK = 65_536 + 16

async function aFile(content: Buffer) {
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-sealed-'))
  const path = join(directory, 'a.backup')
  {
    await using file = await createSealed(path, KEY)
    for (let from = 0; from < content.length; from += 50_000) await file.write(content.subarray(from, from + 50_000))
    await file.finish()
  }
  return { path, [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) }
}

async function opened(path: string, key = KEY): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of openSealed(path, key)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])('%i bytes come back as they were', async (length) => {
  const content = randomBytes(length)
  await using file = await aFile(content)

  expect((await opened(file.path)).equals(content)).toBe(true)
  if (length > 100) expect((await readFile(file.path)).includes(content.subarray(0, 50))).toBe(false)
})

// catches mutation: sealed-file-end, sealed-chunk-order
test('R-50: whatever is changed, moved, left out, cut off or hung on is noticed, and another key opens nothing', async () => {
  await using file = await aFile(randomBytes(200_000))
  const whole = await readFile(file.path)
  const chunk = (number: number) =>
    whole.subarray(HEAD + number * SEALED_CHUNK, Math.min(whole.length, HEAD + (number + 1) * SEALED_CHUNK))
  const head = whole.subarray(0, HEAD)
  const changed = (at: number) => {
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return bytes
  }
  const damaged: Record<string, Buffer> = {
    nothing: Buffer.alloc(0),
    'the word': changed(0),
    'the salt': changed(HEAD - 1),
    'the first byte': changed(HEAD),
    'a byte in the middle': changed(100_000),
    'the last byte': changed(whole.length - 1),
    'cut by a byte': whole.subarray(0, -1),
    'cut in the middle': whole.subarray(0, 100_000),
    'cut between chunks': whole.subarray(0, HEAD + 2 * SEALED_CHUNK),
    'cut after the head': head,
    'a chunk left out': Buffer.concat([head, chunk(0), chunk(2), chunk(3)]),
    'two chunks changed about': Buffer.concat([head, chunk(1), chunk(0), chunk(2), chunk(3)]),
    'something hung on': Buffer.concat([whole, Buffer.alloc(16)]),
  }
  const noticed: string[] = []
  for (const [how, bytes] of Object.entries(damaged)) {
    await writeFile(file.path, bytes)
    const error = await opened(file.path).catch((caught: unknown) => caught)
    if (error instanceof UnusableBackup && error.message.endsWith('.')) noticed.push(how)
  }
  await writeFile(file.path, whole)

  expect(noticed).toEqual(Object.keys(damaged))
  await expect(opened(file.path, `${KEY}.`)).rejects.toThrow('BACKUP_KEY is another one')
  await expect(opened('/no/such.backup')).rejects.toThrow('cannot be read')
  await expect(opened('/')).rejects.toThrow('is not a file')
})
