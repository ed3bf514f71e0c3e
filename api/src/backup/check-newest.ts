import { checkArchive } from './archive.ts'
import type { Contents } from './contents.ts'
import { readNewestBackup } from './newest-backup.ts'
import { UnusableBackup } from './unusable-backup.ts'

/** A day, and two hours of tolerance for a slow backup. */
const OLDEST_H = 26
const HOUR_MS = 3_600_000

/**
 * Returns the newest backup by its name, without opening it.
 *
 * @throws UnusableBackup when it is too old or dated in the future, or there is none
 */
export async function findNewest(directory: string, now = new Date()): Promise<{ path: string; ageH: number }> {
  const { path, at } = await readNewestBackup(directory, now)
  const ageH = (now.getTime() - at.getTime()) / HOUR_MS
  if (ageH > OLDEST_H) throw new UnusableBackup(`${path} is the newest, and ${Math.floor(ageH)} hours old.`)
  return { path, ageH }
}

/** Opens the newest backup and reads it from end to end. @throws UnusableBackup when it does not open, or as `findNewest` */
export async function checkNewest(
  directory: string,
  key: string,
  now = new Date(),
): Promise<Contents & { path: string; ageH: number }> {
  const { path, ageH } = await findNewest(directory, now)
  return { ...(await checkArchive(path, key)), path, ageH }
}
