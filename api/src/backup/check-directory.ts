import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Check, CheckFailure } from '@tsedra/service/checks'
import { findNewest } from './check-newest.ts'
import { requireWritableDirectory } from './create-backup.ts'
import { UnusableBackup } from './unusable-backup.ts'

const GIGABYTE = 1e9

/** Writes and deletes a file where backups are written. */
export function checkDirectory(directory: string): Check {
  const fix =
    'On the machine, give the directory of BACKUP_DIR to the user of the containers: install -d -o 10001 -g 10001 -m 700 <BACKUP_DIR>'
  return {
    name: 'directory of backups',
    fix,
    async run() {
      try {
        await requireWritableDirectory(directory)
        const file = join(directory, `.doctor-${randomUUID()}`)
        await writeFile(file, 'x')
        await rm(file)
      } catch (error) {
        const { code = 'no permission' } = error as NodeJS.ErrnoException
        throw new CheckFailure(`user ${process.getuid?.()} cannot write to ${directory} (${code})`, fix)
      }
      const { bavail, bsize } = await statfs(directory)
      return `writable, ${((bavail * bsize) / GIGABYTE).toFixed(1)} GB free`
    },
  }
}

/** Checks that a backup was taken since yesterday; `check.ts` opens it as well. */
export function checkBackupAge(directory: string): Check {
  const fix =
    'Take one: `docker compose --profile backup run --rm --no-deps -T backup`. Then schedule it: "Backup" in infra/runbook.md.'
  return {
    name: 'newest backup',
    fix,
    async run() {
      try {
        const { path, ageH } = await findNewest(directory)
        return `${path}, ${ageH.toFixed(1)} hours old`
      } catch (error) {
        throw error instanceof UnusableBackup ? new CheckFailure(error.message, fix) : error
      }
    },
  }
}
