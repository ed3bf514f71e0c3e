import { connect } from '@tsedra/database/connection'
import { configOrExit } from '@tsedra/service/run'
import { readConfig } from './config.ts'
import { addDemoPeople } from './demo-people.ts'
import { imageStoreOf } from './images/open-store.ts'
import { prepareBucket } from './images/s3-store.ts'
import { seed } from './seed.ts'

/**
 * Makes ready what the shop needs beside its schema: the bucket with its policy and, outside production, the demo
 * catalogue and people. Running it again changes nothing.
 */
const config = configOrExit(readConfig)
if (config.media.kind === 's3') await prepareBucket(config.media)
process.stdout.write('pictures: ready\n')

if (!config.production) {
  const db = connect({ url: config.databaseUrl, max: 2 })
  process.stdout.write(`demo catalogue: ${await seed(db, imageStoreOf(config.media))}\n`)
  process.stdout.write(`demo people: ${await addDemoPeople(db, config.passwordCost)} added\n`)
  await db.destroy()
}
