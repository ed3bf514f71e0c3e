import {
  commonVariables,
  readUrlPassword,
  readEnvironment,
  checkSecretLengths,
  type Source,
  checkSecrets,
} from '@tsedra/service/config'
import * as z from 'zod'
import type { ImageStore } from '../images/image-store.ts'
import { readMedia, mediaVariables, checkMedia } from '../images/media-config.ts'
import { openStore } from '../images/open-store.ts'

const environment = z.object({
  ...commonVariables,
  ...mediaVariables,
  /** Decrypts every backup: without it, no backup is usable. */
  BACKUP_KEY: z.string().min(32, 'at least 32 characters; make one with: openssl rand -hex 32'),
  BACKUP_DIR: z.string().min(1),
})

/** Picture operations of backup and restore. */
export type Pictures = Pick<ImageStore, 'has' | 'put' | 'get' | 'names'>

export interface BackupConfig {
  readonly databaseUrl: string
  /** Opens the picture store. */
  readonly openPictures: () => Promise<Pictures>
  readonly key: string
  readonly directory: string
}

/**
 * Reads the environment of backup and restore. Rejects guessable keys in every environment: a backup leaves the
 * machine.
 *
 * @throws ConfigurationError naming each variable that is missing or unsafe
 */
export function readBackupConfig(source: Source): BackupConfig {
  const data = readEnvironment(environment, source, (read) => {
    const { BACKUP_KEY, DATABASE_URL, S3_SECRET_KEY, NODE_ENV } = read
    const wrong = checkMedia(read)
    if (NODE_ENV !== 'production') return [...wrong, ...checkSecrets({ BACKUP_KEY })]
    const password = { DATABASE_URL: readUrlPassword(DATABASE_URL) }
    const short = checkSecretLengths(password, { S3_SECRET_KEY })
    return [...wrong, ...short, ...checkSecrets({ BACKUP_KEY, S3_SECRET_KEY, ...password })]
  })
  return Object.freeze({
    databaseUrl: data.DATABASE_URL,
    // No picture is uploaded here, so the key signs nothing.
    async openPictures() {
      const media = { media: readMedia(data), publicOrigin: data.PUBLIC_ORIGIN, addressSecret: data.BACKUP_KEY }
      return (await openStore(media)).store
    },
    key: data.BACKUP_KEY,
    directory: data.BACKUP_DIR,
  })
}

/** Reads the database settings that the release of notifications needs. @throws ConfigurationError */
export function readReleaseConfig(source: Source): Pick<BackupConfig, 'databaseUrl'> {
  return { databaseUrl: readEnvironment(z.object(commonVariables), source, () => []).DATABASE_URL }
}
