import { hkdfSync } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'

/** What a seal is for; each purpose has keys of its own, so that no seal opens another's lock. */
export const purposes = ['session', 'pending', 'device', 'oauth', 'link', 'totp'] as const
export type Purpose = (typeof purposes)[number]

/** Secrets by number: the highest seals, the others still open. `{ 2: new, 1: old }` */
export type Secrets = Readonly<Record<number, string>>

export interface Seals {
  /** @param ttlS seconds after which it opens nothing; 0 never, for what no browser holds */
  seal<T extends object>(purpose: Purpose, data: T, ttlS: number): Promise<string>
  /** What was sealed; undefined when it is old, forged, of another purpose or under a secret that is gone. */
  open<T extends object>(purpose: Purpose, seal: string, ttlS: number): Promise<T | undefined>
}

/**
 * iron-session's envelopes: what a browser holds and cannot read or change. What they say is a claim that the database
 * decides on (infra/decisions/0019-people.md).
 *
 * @param onRefused told of every seal that did not open, except those that were merely old
 */
export function createSeals(secrets: Secrets, onRefused: (purpose: Purpose) => void = () => {}): Seals {
  const keys = new Map(purposes.map((purpose) => [purpose, keysOf(secrets, purpose)]))
  return {
    seal: (purpose, data, ttlS) => sealData({ ...data, purpose }, { password: keys.get(purpose) ?? {}, ttl: ttlS }),
    async open<T extends object>(purpose: Purpose, seal: string, ttlS: number) {
      const found = await unsealData<T & { purpose?: unknown }>(seal, {
        password: keys.get(purpose) ?? {},
        ttl: ttlS,
        onUnsealError: (reason) => reason !== 'expired' && onRefused(purpose),
      }).catch(() => undefined)
      return found?.purpose === purpose ? found : undefined
    },
  }
}

function keysOf(secrets: Secrets, purpose: Purpose): Record<string, string> {
  return Object.fromEntries(
    Object.entries(secrets).map(([number, secret]) => {
      const key = hkdfSync('sha256', secret, '', `tsedra ${purpose}`, 32)
      return [number, Buffer.from(key).toString('hex')]
    }),
  )
}
