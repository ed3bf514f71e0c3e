import { connect } from '@tsedra/database/connection'
import { readConfigOrExit } from '@tsedra/service/run-service'
import { readConfig } from './config.ts'
import { addDemoAccounts } from './demo-accounts.ts'
import { openStore } from './images/open-store.ts'
import { expireIncoming, prepareBucket } from './images/s3-store.ts'
import { createStoreAccount } from './images/store-account.ts'
import { seed } from './seed.ts'

/**
 * Prepares what the shop needs besides its schema: the bucket with its policy, the account that stores pictures in it and,
 * in a demo shop, the demo catalogue and accounts. Idempotent.
 */
const config = readConfigOrExit(readConfig)
const { media, storeRoot } = config
if (media.kind === 's3') {
  const root = { ...media, ...storeRoot }
  await prepareBucket(root)
  if (!(await expireIncoming(root)))
    process.stdout.write('pictures: the store has no lifecycle rules, only the sweep deletes expired uploads\n')
  // A demo shop may use the root account itself; production rejects that (config.ts).
  if (root.accessKey !== media.accessKey) await createStoreAccount(root, media)
}
process.stdout.write('pictures: ready\n')

if (config.isTryOut) {
  const { store } = await openStore(config)
  const db = connect({ url: config.databaseUrl, max: 2 })
  process.stdout.write(`demo catalogue: ${await seed(db, store)}\n`)
  process.stdout.write(`demo accounts: ${await addDemoAccounts(db, config.passwordCost)} added\n`)
  await db.destroy()
}
