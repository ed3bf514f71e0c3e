import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCheck } from '../../test/run-check.ts'
import { checkBackupAge, checkDirectory } from './check-directory.ts'
import { buildBackupName } from './rotation.ts'

const HOUR_MS = 3_600_000

async function openDirectory() {
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-doctor-'))
  return { directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) }
}

test('directory of backups: passes where a file can be written, and leaves none', async () => {
  await using place = await openDirectory()

  expect(await runCheck(checkDirectory(place.directory))).toMatch(
    /^ok {4}directory of backups: writable, [\d.]+ GB free\n$/,
  )
  expect(await readdir(place.directory)).toEqual([])
})

test('directory of backups: fails where none can be written', async () => {
  await using place = await openDirectory()
  const file = join(place.directory, 'file')
  await writeFile(file, '')

  expect(await runCheck(checkDirectory(join(file, 'backups')))).toMatch(
    /^FAIL {2}directory of backups: user \d+ cannot write to .*\n +On the machine, give the directory/,
  )
})

test('newest backup: passes when it is of today; fails when it is older, dated in the future, or missing', async () => {
  await using place = await openDirectory()
  const check = async (...ageH: number[]) => {
    const directory = join(place.directory, ageH.join() || 'none')
    await mkdir(directory)
    for (const hours of ageH)
      await writeFile(join(directory, buildBackupName(new Date(Date.now() - hours * HOUR_MS))), '')
    return runCheck(checkBackupAge(directory))
  }

  expect(await check(40, 3)).toMatch(/^ok {4}newest backup: .*\.backup, 3\.0 hours old\n$/)
  expect(await check(40)).toMatch(/^FAIL {2}newest backup: .* is the newest, and 40 hours old\.\n +Take one/)
  expect(await check(-2)).toMatch(/^FAIL {2}newest backup: .*dated in the future.*\n/)
  expect(await check()).toMatch(/^FAIL {2}newest backup: There is no backup in .*\n/)
})
