import { connect } from '@tsedra/database/connection'
import { readConfigOrExit } from '@tsedra/service/run'
import { readConfig } from './config.ts'
import { addDemoAccounts } from './demo-accounts.ts'
import { openStore } from './images/open-store.ts'
import { expireIncoming, prepareBucket } from './images/s3-store.ts'
import { createStoreAccount } from './images/store-account.ts'
import { seed } from './seed.ts'

/**
 * Makes ready what the shop needs beside its schema: the bucket with its policy, the account that
 * keeps pictures in it and, in a try-out, the demo
 * catalogue and people. Running it again changes nothing.
 */
const config = readConfigOrExit(readConfig)
const { media, storeRoot } = config
if (media.kind === 's3') {
  const root = { ...media, ...storeRoot }
  await prepareBucket(root)
  if (!(await expireIncoming(root)))
    process.stdout.write('pictures: this store knows no lifecycles, the sweep is alone\n')
  // Trying the shop out, it may be the root itself; production refuses that (config.ts).
  if (root.accessKey !== media.accessKey) await createStoreAccount(root, media)
}
process.stdout.write('pictures: ready\n')

if (config.isTryOut) {
  const db = connect({ url: config.databaseUrl, max: 2 })
  process.stdout.write(`demo catalogue: ${await seed(db, (await openStore(config)).store)}\n`)
  process.stdout.write(`demo accounts: ${await addDemoAccounts(db, config.passwordCost)} added\n`)
  await db.destroy()
}
