import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import people from '../../api/seeds/accounts.json' with { type: 'json' }
import { sql } from './database.ts'
import { expect } from './shopper.ts'

export interface Person {
  email: string
  password: string
}

/** One of the demo people of the shop. */
export const demo = (role: 'admin' | 'editor' | 'user'): Person => {
  const person = people.find((each) => each.role === role)
  if (!person) throw new Error(`no demo ${role}`)
  return person
}

/** Somebody whom no other test knows, with an empty cart and no favourites. */
export async function newPerson(): Promise<Person> {
  const { email: known, password } = demo('user')
  const email = `oksana-${randomUUID().slice(0, 8)}@bar.example`
  await sql(
    `INSERT INTO users (email, password, first_name, last_name, is_verified)
     SELECT $1, password, 'Оксана', 'Лис', true FROM users WHERE email = $2`,
    [email, known],
  )
  return { email, password }
}

/** Tries to sign in as the dialog does, without its screens; says what the shop answered. */
export function login(page: Page, { email: emailOrPhone, password }: Person): Promise<number> {
  return page.evaluate(
    async (body) => {
      const answer = await fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { user } = await answer.json()
      if (user) localStorage.setItem('tsedra.person', JSON.stringify({ user, likedIds: [], inCart: 0 }))
      return answer.status
    },
    { emailOrPhone, password },
  )
}

/** Signs in; the next page that is opened knows who it is. */
export async function signInAs(page: Page, person: Person): Promise<void> {
  await page.goto('/contacts')
  expect(await login(page, person)).toBe(200)
}

/** Signs in a customer of this test's own. */
export const signInSomebody = async (page: Page): Promise<void> => signInAs(page, await newPerson())
