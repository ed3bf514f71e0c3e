import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Secrets {
  /** Key of the hashes of client addresses; stored hashes must stay comparable after a restart. */
  addressSecret: string
  sessionSecret: string
  codeSecret: string
  telegramToken: string
  googleSecret: string
  appleKey: string
}

/** Returns the secrets of a data folder; generates missing ones and stores them beside the data. */
export function loadSecrets(dir: string): Secrets {
  const file = join(dir, 'secrets.json')
  mkdirSync(dir, { recursive: true })
  const createSecret = () => randomBytes(32).toString('hex')
  const generated: Secrets = {
    addressSecret: createSecret(),
    sessionSecret: createSecret(),
    codeSecret: createSecret(),
    telegramToken: `1000000001:${randomBytes(24).toString('base64url')}`,
    googleSecret: createSecret(),
    appleKey: generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  }
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {}
  const secrets = { ...generated, ...stored }
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
