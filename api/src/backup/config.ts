import { common, passwordOf, readEnvironment, shortSecrets, type Source, unsafeSecrets } from '@tsedra/service/config'
import * as z from 'zod'
import type { ImageStore } from '../images/image-store.ts'
import { mediaOf, mediaVariables, unsafeMedia } from '../images/media-config.ts'
import { openStore } from '../images/open-store.ts'

const environment = z.object({
  ...common,
  ...mediaVariables,
  /** Opens every backup: whoever loses it has none. */
  BACKUP_KEY: z.string().min(32, 'at least 32 characters; make one with: openssl rand -hex 32'),
  BACKUP_DIR: z.string().min(1),
})

/** What backup and restore do with pictures. */
export type Pictures = Pick<ImageStore, 'has' | 'put' | 'get' | 'names'>

export interface BackupConfig {
  readonly databaseUrl: string
  /** Opens where pictures are kept. */
  readonly openPictures: () => Promise<Pictures>
  readonly key: string
  readonly directory: string
}

/**
 * What backup and restore need of the environment. A key that anybody could guess is refused everywhere: a backup leaves
 * the machine.
 *
 * @throws BadConfiguration naming each variable that is missing or unsafe.
 */
export function readBackupConfig(source: Source): BackupConfig {
  const data = readEnvironment(environment, source, (read) => {
    const { BACKUP_KEY, DATABASE_URL, S3_SECRET_KEY, NODE_ENV } = read
    const wrong = unsafeMedia(read)
    if (NODE_ENV !== 'production') return [...wrong, ...unsafeSecrets({ BACKUP_KEY })]
    const password = { DATABASE_URL: passwordOf(DATABASE_URL) }
    const short = shortSecrets(password, { S3_SECRET_KEY })
    return [...wrong, ...short, ...unsafeSecrets({ BACKUP_KEY, S3_SECRET_KEY, ...password })]
  })
  return Object.freeze({
    databaseUrl: data.DATABASE_URL,
    // No picture is taken in here, so nothing is signed with the key.
    async openPictures() {
      const media = { media: mediaOf(data), publicOrigin: data.PUBLIC_ORIGIN, addressSecret: data.BACKUP_KEY }
      return (await openStore(media)).store
    },
    key: data.BACKUP_KEY,
    directory: data.BACKUP_DIR,
  })
}

/** What releasing notifications needs: the database, as the shop itself knows it. @throws BadConfiguration */
export function readReleaseConfig(source: Source): Pick<BackupConfig, 'databaseUrl'> {
  return { databaseUrl: readEnvironment(z.object(common), source, () => []).DATABASE_URL }
}
