import { statfs } from 'node:fs/promises'
import type { Metrics } from '@tsedra/service/metrics'
import { readNewestBackup } from '../backup/newest-backup.ts'
import { UnusableBackup } from '../backup/unusable-backup.ts'

interface Options {
  /** Directory of the backups, mounted read-only. */
  backupDirectory?: string
}

/**
 * Collects metrics of the machine: free disk space, and the age of the newest backup where the API can read it.
 *
 * The root of a container is on the disk of Docker, which also has the volumes of Postgres, Redis and the picture store.
 */
export function collectMachineMetrics(metrics: Metrics, { backupDirectory }: Options): void {
  metrics.gauges({ tsedra_disk_free_ratio: 'Free part of the disk with the volumes of this machine.' }, async () => ({
    tsedra_disk_free_ratio: await readFreeRatio('/'),
  }))
  if (backupDirectory === undefined) return
  metrics.gauges(
    { tsedra_backup_newest_timestamp_seconds: 'Time of the newest backup; 0 without one, or with one of the future.' },
    async () => ({ tsedra_backup_newest_timestamp_seconds: await readNewestTime(backupDirectory) }),
  )
  metrics.gauges({ tsedra_backup_disk_free_ratio: 'Free part of the disk with the backups.' }, async () => ({
    tsedra_backup_disk_free_ratio: await readFreeRatio(backupDirectory),
  }))
}

async function readFreeRatio(path: string): Promise<number> {
  const { bavail, blocks } = await statfs(path)
  return blocks === 0 ? 0 : bavail / blocks
}

async function readNewestTime(directory: string): Promise<number> {
  try {
    const { at } = await readNewestBackup(directory)
    return at.getTime() / 1_000
  } catch (error) {
    if (error instanceof UnusableBackup) return 0
    throw error
  }
}
