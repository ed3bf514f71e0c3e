import type { Db } from '@tsedra/database/connection'
import type { Log } from '@tsedra/service/log'
import type { Metrics } from '@tsedra/service/metrics'
import type { BotAddress } from './bot-links.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import { type SealedCookie, sealedCookie } from './cookies.ts'
import { createDevices, type Devices } from './devices.ts'
import { createHasher, type Hasher, type PasswordCost } from './hasher.ts'
import { createPasswordCheck, type PasswordCheck } from './password-check.ts'
import { createSeals, type Seals, type Secrets } from './seals.ts'
import { createSessions, type Sessions } from './sessions.ts'
import type { Dance, PendingLink } from './third-parties/pending-sign-in.ts'
import { createThrottles, type Throttles } from './throttles.ts'

/** Everything that routes about people share. */
export interface People {
  db: Db
  log: Log
  publicOrigin: string
  seals: Seals
  hasher: Hasher
  throttles: Throttles
  attempts: Attempts
  devices: Devices
  passwords: PasswordCheck
  sessions: Sessions
  /** Absent when the shop has no bot: what needs it is refused. */
  bot: BotAddress | undefined
  /** Sign-ins with a third party that are under way. */
  dances: SealedCookie<Dance>
  /** Third parties that wait for an account's password. */
  links: SealedCookie<PendingLink>
  /** Counts somebody who was not let in: a wrong password, or a third party that did not vouch. */
  countRefused: () => void
}

export interface PeopleOptions {
  db: Db
  log: Log
  metrics: Metrics
  publicOrigin: string
  addressSecret: string
  codeSecret: string
  sessionSecrets: Secrets
  bot?: BotAddress | undefined
  passwordCost: PasswordCost
}

export function createPeople(options: PeopleOptions): People {
  const { db, log, metrics, publicOrigin, codeSecret, bot } = options
  const countSeal = metrics.counter('tsedra_seals_refused_total', 'Cookies that did not open, except old ones.')
  const seals = createSeals(options.sessionSecrets, (purpose) => {
    countSeal()
    log.warn({ event: 'seal-refused', purpose })
  })
  const throttles = createThrottles(db, options.addressSecret)
  const hasher = createHasher(options.passwordCost)
  const devices = createDevices(sealedCookie('device', seals, publicOrigin))
  metrics.gauges({ tsedra_passwords_waiting: 'Passwords that wait to be hashed or compared.' }, () => ({
    tsedra_passwords_waiting: hasher.waiting(),
  }))
  return {
    db,
    log,
    publicOrigin,
    bot,
    seals,
    hasher,
    throttles,
    attempts: createAttempts({
      db,
      throttles,
      devices,
      codeSecret,
      bot,
      cookie: sealedCookie('pending', seals, publicOrigin),
    }),
    devices,
    passwords: createPasswordCheck({ db, throttles, hasher, devices }),
    sessions: createSessions({ db, cookie: sealedCookie('session', seals, publicOrigin) }),
    dances: sealedCookie('oauth', seals, publicOrigin),
    links: sealedCookie('link', seals, publicOrigin),
    countRefused: metrics.counter('tsedra_logins_refused_total', 'Sign-ins that were refused.'),
  }
}
