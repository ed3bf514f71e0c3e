import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isFuture, parseBackupDate } from './rotation.ts'
import { UnusableBackup } from './unusable-backup.ts'

export interface NewestBackup {
  path: string
  at: Date
}

/**
 * Returns the newest backup by its name, of any age, without opening it.
 *
 * @throws UnusableBackup when it is dated in the future, or there is none
 */
export async function readNewestBackup(directory: string, now = new Date()): Promise<NewestBackup> {
  const names = await readdir(directory).catch((): string[] => [])
  const newest = names
    .filter((name) => parseBackupDate(name))
    .toSorted()
    .at(-1)
  const at = newest && parseBackupDate(newest)
  if (!at) throw new UnusableBackup(`There is no backup in ${directory}.`)
  const path = join(directory, newest)
  if (isFuture(at, now)) {
    throw new UnusableBackup(
      `${path} is dated in the future: its age is unknown. Check the clock, then move the file to another directory.`,
    )
  }
  return { path, at }
}
