import type { Db } from '@tsedra/database/connection'
import type { Log } from '@tsedra/service/log'
import type { Metrics } from '@tsedra/service/metrics'
import type { BotAddress } from './bot-links.ts'
import { type Verifications, createVerifications } from './verifications.ts'
import { type EncryptedCookie, createEncryptedCookie } from './encrypted-cookie.ts'
import { createDevices, type Devices } from './devices.ts'
import { createPasswordHasher, type PasswordHasher, type PasswordCost } from './password-hasher.ts'
import { createPasswordCheck, type PasswordCheck } from './password-check.ts'
import { createEncryption, type Encryption, type EncryptionSecrets } from './encryption.ts'
import { createSessions, type Sessions } from './sessions.ts'
import type { OAuthFlow, PendingLink } from './providers/pending-sign-in.ts'
import { createAccountRateLimits, type AccountRateLimits } from './rate-limits.ts'

/** Everything that routes about people share. */
export interface AccountsContext {
  db: Db
  log: Log
  publicOrigin: string
  encryption: Encryption
  hasher: PasswordHasher
  accountRateLimits: AccountRateLimits
  verifications: Verifications
  devices: Devices
  passwords: PasswordCheck
  sessions: Sessions
  /** Absent when the shop has no bot: what needs it is refused. */
  bot: BotAddress | undefined
  /** Sign-ins with a third party that are under way. */
  oauthFlows: EncryptedCookie<OAuthFlow>
  /** Third parties that wait for an account's password. */
  pendingLinks: EncryptedCookie<PendingLink>
  /** Counts somebody who was not let in: a wrong password, or a third party that did not vouch. */
  countRefusedLogin: () => void
}

export interface AccountsOptions {
  db: Db
  log: Log
  metrics: Metrics
  publicOrigin: string
  addressSecret: string
  codeSecret: string
  sessionSecrets: EncryptionSecrets
  bot?: BotAddress | undefined
  passwordCost: PasswordCost
}

export function createAccountsContext(options: AccountsOptions): AccountsContext {
  const { db, log, metrics, publicOrigin, codeSecret, bot } = options
  const countRejectedCookie = metrics.counter(
    'tsedra_cookies_rejected_total',
    'Cookies that did not open, except old ones.',
  )
  const encryption = createEncryption(options.sessionSecrets, (purpose) => {
    countRejectedCookie()
    log.warn({ event: 'cookie-rejected', purpose })
  })
  const accountRateLimits = createAccountRateLimits(db, options.addressSecret)
  const hasher = createPasswordHasher(options.passwordCost)
  const devices = createDevices(createEncryptedCookie('device', encryption, publicOrigin))
  metrics.gauges({ tsedra_password_hashes_queued: 'Passwords that wait to be hashed or compared.' }, () => ({
    tsedra_password_hashes_queued: hasher.countWaiting(),
  }))
  return {
    db,
    log,
    publicOrigin,
    bot,
    encryption,
    hasher,
    accountRateLimits,
    verifications: createVerifications({
      db,
      accountRateLimits,
      devices,
      codeSecret,
      bot,
      cookie: createEncryptedCookie('pending', encryption, publicOrigin),
    }),
    devices,
    passwords: createPasswordCheck({ db, accountRateLimits, hasher, devices }),
    sessions: createSessions({ db, cookie: createEncryptedCookie('session', encryption, publicOrigin) }),
    oauthFlows: createEncryptedCookie('oauth', encryption, publicOrigin),
    pendingLinks: createEncryptedCookie('link', encryption, publicOrigin),
    countRefusedLogin: metrics.counter('tsedra_logins_rejected_total', 'Sign-ins that were refused.'),
  }
}
