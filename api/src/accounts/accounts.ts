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
import type { VerificationKey } from './stored-verification.ts'
import { createAccountRateLimits, type AccountRateLimits } from './rate-limits.ts'

/** What all account routes share. */
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
  /** Undefined when the shop has no bot; calls that need it are refused with `bot_unavailable`. */
  bot: BotAddress | undefined
  /** OAuth flows in progress. */
  oauthFlows: EncryptedCookie<OAuthFlow>
  /** Provider links that wait for the account's password. */
  pendingLinks: EncryptedCookie<PendingLink>
  /** Counts a refused sign-in: a wrong password or a failed OAuth flow. */
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

/** Creates the services of accounts once per process. */
export function createAccountsContext(options: AccountsOptions): AccountsContext {
  const { db, log, metrics, publicOrigin, codeSecret, bot } = options
  const encryption = createReportingEncryption(options)
  const accountRateLimits = createAccountRateLimits(db, options.addressSecret)
  const hasher = createMeasuredHasher(options)
  const devices = createDevices(createEncryptedCookie('device', encryption, publicOrigin))
  const pendingCookie: EncryptedCookie<VerificationKey> = createEncryptedCookie('pending', encryption, publicOrigin)
  return {
    db,
    log,
    publicOrigin,
    bot,
    encryption,
    hasher,
    accountRateLimits,
    verifications: createVerifications({ db, accountRateLimits, devices, codeSecret, bot, cookie: pendingCookie }),
    devices,
    passwords: createPasswordCheck({ db, accountRateLimits, hasher, devices }),
    sessions: createSessions({ db, cookie: createEncryptedCookie('session', encryption, publicOrigin) }),
    oauthFlows: createEncryptedCookie('oauth', encryption, publicOrigin),
    pendingLinks: createEncryptedCookie('link', encryption, publicOrigin),
    countRefusedLogin: metrics.counter('tsedra_logins_rejected_total', 'Refused sign-ins.'),
  }
}

/** Creates encryption that counts and logs cookies it cannot decrypt. */
function createReportingEncryption({ metrics, log, sessionSecrets }: AccountsOptions): Encryption {
  const countRejectedCookie = metrics.counter(
    'tsedra_cookies_rejected_total',
    'Cookies that could not be decrypted, except expired ones.',
  )
  return createEncryption(sessionSecrets, (purpose) => {
    countRejectedCookie()
    log.warn({ event: 'cookie-rejected', purpose })
  })
}

/** Creates the hasher with a gauge of its queue. */
function createMeasuredHasher({ metrics, passwordCost }: AccountsOptions): PasswordHasher {
  const hasher = createPasswordHasher(passwordCost)
  metrics.gauges({ tsedra_password_hashes_queued: 'Queued password hashes and comparisons.' }, () => ({
    tsedra_password_hashes_queued: hasher.countWaiting(),
  }))
  return hasher
}
