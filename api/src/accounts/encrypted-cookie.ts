import type { CookieOptions, Request, Response } from 'express'
import type { EncryptionPurpose, Encryption } from './encryption.ts'

/** A cookie whose value is encrypted. */
export interface EncryptedCookie<T extends object> {
  read(req: Request): Promise<T | undefined>
  write(res: Response, data: T): Promise<void>
  clear(res: Response): void
}

const DAY_S = 86_400

/** Names and lifetimes in seconds. Whether a session is valid is decided by its row, never by its cookie. */
const cookieKinds = {
  session: { name: 'sid', ttlS: 30 * DAY_S, sameSite: 'lax' },
  pending: { name: 'pv', ttlS: 20 * 60, sameSite: 'lax' },
  device: { name: 'dev', ttlS: 365 * DAY_S, sameSite: 'lax' },
  link: { name: 'link', ttlS: 10 * 60, sameSite: 'lax' },
  // Apple's callback is a cross-site form post (infra/decisions/0026-google-and-apple-sign-in.md).
  // mutation test: oauth-cookie-same-site
  oauth: { name: 'oauth', ttlS: 10 * 60, sameSite: 'none' },
} as const satisfies Partial<Record<EncryptionPurpose, { name: string; ttlS: number; sameSite: 'lax' | 'none' }>>

/**
 * Creates an encrypted cookie: HttpOnly, `Path=/`, SameSite=Lax (None for the OAuth flow); over HTTPS also Secure and with
 * the `__Host-` prefix.
 *
 * @param publicOrigin plain HTTP, hence a developer's machine, has names without the prefix
 */
export function createEncryptedCookie<T extends object>(
  kind: keyof typeof cookieKinds,
  encryption: Encryption,
  publicOrigin: string,
): EncryptedCookie<T> {
  const isHttps = publicOrigin.startsWith('https:')
  const { ttlS, sameSite } = cookieKinds[kind]
  const name = `${isHttps ? '__Host-' : ''}${cookieKinds[kind].name}`
  // Browsers require Secure for SameSite=None; all but Safari accept it from http://localhost too.
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

/** Returns the first cookie of that name, percent-decoded; undefined when it is malformed. */
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
