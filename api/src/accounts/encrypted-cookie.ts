import type { CookieOptions, Request, Response } from 'express'
import type { EncryptionPurpose, Encryption } from './encryption.ts'

/** Cookies that hold nothing but a seal. */
export interface EncryptedCookie<T extends object> {
  read(req: Request): Promise<T | undefined>
  write(res: Response, data: T): Promise<void>
  clear(res: Response): void
}

const DAY_S = 86_400

/** Short name and seconds of life. What a session is worth is decided by its row, never by its cookie. */
const cookieKinds = {
  session: { name: 'sid', ttlS: 30 * DAY_S, sameSite: 'lax' },
  pending: { name: 'pv', ttlS: 20 * 60, sameSite: 'lax' },
  device: { name: 'dev', ttlS: 365 * DAY_S, sameSite: 'lax' },
  link: { name: 'link', ttlS: 10 * 60, sameSite: 'lax' },
  // Apple's answer is a form that another site posts (infra/decisions/0026-google-and-apple-sign-in.md).
  // mutation test: oauth-cookie-same-site
  oauth: { name: 'oauth', ttlS: 10 * 60, sameSite: 'none' },
} as const satisfies Partial<Record<EncryptionPurpose, { name: string; ttlS: number; sameSite: 'lax' | 'none' }>>

/**
 * A sealed cookie of one kind. HttpOnly, SameSite=Lax but where it cannot be, the whole site; over https `__Host-` and
 * Secure.
 *
 * @param publicOrigin as browsers see the shop: only plain http, hence a developer's machine, gets plain names
 */
export function createEncryptedCookie<T extends object>(
  kind: keyof typeof cookieKinds,
  encryption: Encryption,
  publicOrigin: string,
): EncryptedCookie<T> {
  const isHttps = publicOrigin.startsWith('https:')
  const { ttlS, sameSite } = cookieKinds[kind]
  const name = `${isHttps ? '__Host-' : ''}${cookieKinds[kind].name}`
  // SameSite=None is worth nothing without Secure, which browsers but Safari take from http://localhost too.
  const flags: CookieOptions = { httpOnly: true, secure: isHttps || sameSite === 'none', sameSite, path: '/' }
  return {
    async read(req) {
      const encrypted = readCookie(req.get('cookie') ?? '', name)
      return encrypted ? encryption.decrypt<T>(kind, encrypted, ttlS) : undefined
    },
    async write(res, data) {
      res.cookie(name, await encryption.encrypt(kind, data, ttlS), { ...flags, maxAge: ttlS * 1_000 })
    },
    clear: (res) => void res.clearCookie(name, flags),
  }
}

/** The first cookie of that name; values of ours are percent-encoded. */
function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const [key, value] = pair.split('=', 2)
    if (key?.trim() !== name || !value) continue
    try {
      return decodeURIComponent(value.trim())
    } catch {
      return undefined
    }
  }
  return undefined
}
