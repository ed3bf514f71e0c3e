import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkArchive } from './archive.ts'
import { UnusableBackup } from './unusable-backup.ts'

/** Written by the last release that used the former format. */
const fixture = join(import.meta.dirname, 'fixtures', 'legacy.backup')
const KEY = 'a key of the tests, long enough to be one'

// catches mutation: legacy-backup-opens
test('R-50: a backup of the former format still opens, and its key alone opens it', async () => {
  expect(await checkArchive(fixture, KEY)).toMatchObject({ pictures: 1, figures: { rows: { orders: 2 } } })
  await expect(checkArchive(fixture, `${KEY}.`)).rejects.toThrow('BACKUP_KEY is another one')
})

test('R-50: a damaged or truncated backup of the former format is refused', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-legacy-'))
  await using _removed = { [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) }
  const whole = await readFile(fixture)
  const path = join(directory, 'a.backup')
  const accepted: number[] = []
  for (const at of [8, 39, 40, 2_000, whole.length - 1]) {
    const flipped = Buffer.from(whole)
    flipped[at] = (flipped[at] ?? 0) ^ 1
    for (const bytes of [flipped, whole.subarray(0, at)]) {
      await writeFile(path, bytes)
      const error = await checkArchive(path, KEY).catch((caught: unknown) => caught)
      if (!(error instanceof UnusableBackup)) accepted.push(at)
    }
  }

  expect(accepted).toEqual([])
})
