import { randomUUID } from 'node:crypto'
import { hashCode, generateCode, storeCode } from '@tsedra/database/verifications'
import type { Db } from '@tsedra/database/connection'
import { createPasswordHasher } from '../src/accounts/password-hasher.ts'
import { cookieHeader, type CookieJar, storeCookies } from './cookie-jar.ts'
import { type ApiResponse, codeSecret, type Shop } from './shop.ts'

/** Cheap on purpose: passwords.test.ts tests the real cost. */
const hasher = createPasswordHasher({ memoryKiB: 64, passes: 1 })

export interface Browser {
  /** Cookies by name. */
  cookies: CookieJar
  /** Every Set-Cookie line that the browser has received. */
  setCookies: string[]
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>
}

/** Opens a browser with its own cookies and address. */
export function openBrowser(shop: Shop, address = '203.0.113.7'): Browser {
  const cookies: CookieJar = new Map()
  const setCookies: string[] = []
  return {
    cookies,
    setCookies,
    async send(method, path, body, headers = {}) {
      const cookie = cookieHeader(cookies)
      const response = await shop.send(method, path, body, {
        'x-forwarded-for': address,
        ...(cookie && { cookie }),
        ...headers,
      })
      const lines = response.headers.getSetCookie()
      setCookies.push(...lines)
      storeCookies(cookies, lines)
      return response
    },
  }
}

export interface TestUser {
  id: string
  email: string
  password: string
}

const hashes = new Map<string, Promise<string>>()
const hashCached = (password: string): Promise<string> => {
  const hash = hashes.get(password) ?? hasher.hash(password)
  hashes.set(password, hash)
  return hash
}

/** Inserts a user, by default a verified customer. */
export async function createTestUser(db: Db, row: Record<string, unknown> = {}): Promise<TestUser> {
  const password = 'верба-над-ставом-7'
  const email = `olena-${randomUUID().slice(0, 8)}@bar.example`
  const [added] = await db('users').insert(
    {
      email,
      password: await hashCached(password),
      first_name: 'Олена',
      last_name: 'Коваль',
      is_verified: true,
      ...row,
    },
    ['id', 'email'],
  )
  return { id: added.id, email: added.email, password }
}

/** Opens a browser and signs the user in. */
export async function signIn(shop: Shop, user: TestUser, address?: string): Promise<Browser> {
  const browser = openBrowser(shop, address)
  const { email: emailOrPhone, password } = user
  const { status } = await browser.send('POST', '/api/auth/login', { emailOrPhone, password })
  if (status !== 200) throw new Error(`sign-in failed: ${status}`)
  return browser
}

export async function createSignedInUser(
  shop: Shop,
  row?: Record<string, unknown>,
): Promise<Browser & { user: TestUser }> {
  const user = await createTestUser(shop.db, row)
  return { ...(await signIn(shop, user)), user }
}

export const registrationBody = (changes: Record<string, unknown> = {}) => ({
  emailOrPhone: `ivan-${randomUUID().slice(0, 8)}@bar.example`,
  password: 'ставок-під-вербою-9',
  firstName: 'Іван',
  lastName: 'Мельник',
  ...changes,
})

/** Issues a code like the worker; returns the code that the e-mail would contain. */
export async function issueCode(db: Db, verificationId: unknown): Promise<string> {
  const code = generateCode()
  await storeCode(db, String(verificationId), hashCode(codeSecret, String(verificationId), code))
  return code
}

/** Returns a code that differs from the given one. */
export const wrongCodeFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
