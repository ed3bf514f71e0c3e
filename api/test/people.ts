import { randomUUID } from 'node:crypto'
import { codeHash, newCode, storeCode } from '@tsedra/database/attempts'
import type { Db } from '@tsedra/database/connection'
import { createHasher } from '../src/accounts/hasher.ts'
import { cookieOf, type Jar, keep } from './jar.ts'
import { type Answer, codeSecret, type Shop } from './shop.ts'

/** Cheap on purpose: what a hash costs is tried in passwords.test.ts. */
const hasher = createHasher({ memoryKiB: 64, passes: 1 })

export interface Browser {
  /** Name to value, as a browser would send them. */
  cookies: Jar
  /** Every Set-Cookie line it was ever given. */
  given: string[]
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** A browser: it keeps cookies and has an address of its own. */
export function openBrowser(shop: Shop, address = '203.0.113.7'): Browser {
  const cookies: Jar = new Map()
  const given: string[] = []
  return {
    cookies,
    given,
    async send(method, path, body, headers = {}) {
      const cookie = cookieOf(cookies)
      const answer = await shop.send(method, path, body, {
        'x-forwarded-for': address,
        ...(cookie && { cookie }),
        ...headers,
      })
      const lines = answer.headers.getSetCookie()
      given.push(...lines)
      keep(cookies, lines)
      return answer
    },
  }
}

export interface Person {
  id: string
  email: string
  password: string
}

const hashes = new Map<string, Promise<string>>()
const hashOf = (password: string): Promise<string> => {
  const made = hashes.get(password) ?? hasher.hash(password)
  hashes.set(password, made)
  return made
}

/** A verified customer, unless the row says otherwise. */
export async function aPerson(db: Db, row: Record<string, unknown> = {}): Promise<Person> {
  const password = 'верба-над-ставом-7'
  const email = `olena-${randomUUID().slice(0, 8)}@bar.example`
  const [added] = await db('users').insert(
    {
      email,
      password: await hashOf(password),
      first_name: 'Олена',
      last_name: 'Коваль',
      is_verified: true,
      ...row,
    },
    ['id', 'email'],
  )
  return { id: added.id, email: added.email, password }
}

/** A browser in which this person is signed in. */
export async function signedIn(shop: Shop, person: Person, address?: string): Promise<Browser> {
  const browser = openBrowser(shop, address)
  const { email: emailOrPhone, password } = person
  const { status } = await browser.send('POST', '/api/auth/login', { emailOrPhone, password })
  if (status !== 200) throw new Error(`no sign-in: ${status}`)
  return browser
}

export async function aGuestOf(shop: Shop, row?: Record<string, unknown>): Promise<Browser & { person: Person }> {
  const person = await aPerson(shop.db, row)
  return { ...(await signedIn(shop, person)), person }
}

export const registration = (changes: Record<string, unknown> = {}) => ({
  emailOrPhone: `ivan-${randomUUID().slice(0, 8)}@bar.example`,
  password: 'ставок-під-вербою-9',
  firstName: 'Іван',
  lastName: 'Мельник',
  ...changes,
})

/** What the worker does with a request for a code; answers the code that the letter would carry. */
export async function codeFor(db: Db, attemptId: unknown): Promise<string> {
  const code = newCode()
  await storeCode(db, String(attemptId), codeHash(codeSecret, String(attemptId), code))
  return code
}

/** A code that is certainly another one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
