import { createPublicKey } from 'node:crypto'
import { exitInProduction, runUntilStopped } from '../fake-server.ts'
import { startFakeProviders } from './server.ts'

const { PORT = '8083', SHOP_ORIGIN = '', GOOGLE_CLIENT_ID = '', GOOGLE_CLIENT_SECRET = '' } = process.env
const { APPLE_CLIENT_ID = '', APPLE_TEAM_ID = '', APPLE_KEY_ID = '', APPLE_PRIVATE_KEY = '' } = process.env
exitInProduction(process.env['NODE_ENV'])
await runUntilStopped(
  await startFakeProviders({
    port: Number(PORT),
    shopOrigin: SHOP_ORIGIN,
    google: { id: GOOGLE_CLIENT_ID, secret: GOOGLE_CLIENT_SECRET },
    apple: {
      id: APPLE_CLIENT_ID,
      teamId: APPLE_TEAM_ID,
      keyId: APPLE_KEY_ID,
      publicKey: createPublicKey(APPLE_PRIVATE_KEY),
    },
  }),
)
process.exit(0)
