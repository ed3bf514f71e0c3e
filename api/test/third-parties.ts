import { generateKeyPairSync } from 'node:crypto'
import type { ThirdPartySettings } from '../src/accounts/third-parties/client.ts'

/** The key that Apple would have given out. */
export const appleKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** Both third parties, played by a stand-in at `root` (infra/fakes/third-parties). */
export function settingsOf(root: string): Required<ThirdPartySettings> {
  return {
    google: { issuer: `${root}/google`, clientId: 'tsedra', clientSecret: 'of-the-tests' },
    apple: {
      issuer: `${root}/apple`,
      clientId: 'tsedra',
      teamId: 'TEAM',
      keyId: 'KEY',
      privateKey: appleKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  }
}
