import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import demoAccounts from '../../api/seeds/accounts.json' with { type: 'json' }
import { runSql } from './database.ts'
import { expect } from './fixtures.ts'

export interface DemoAccount {
  email: string
  password: string
}

/** One of the demo people of the shop. */
export const getDemoAccount = (role: 'admin' | 'editor' | 'user'): DemoAccount => {
  const account = demoAccounts.find((account) => account.role === role)
  if (!account) throw new Error(`no demo ${role}`)
  return account
}

/** A new user of this test alone, with an empty cart and no favourites. */
export async function createCustomer(): Promise<DemoAccount> {
  const { email: demoEmail, password } = getDemoAccount('user')
  const email = `oksana-${randomUUID().slice(0, 8)}@bar.example`
  await runSql(
    `INSERT INTO users (email, password, first_name, last_name, is_verified)
     SELECT $1, password, 'Оксана', 'Лис', true FROM users WHERE email = $2`,
    [email, demoEmail],
  )
  return { email, password }
}

/** Sends the sign-in request of the dialog, without its screens; returns the response. */
export function submitLogin(page: Page, { email: emailOrPhone, password }: DemoAccount): Promise<number> {
  return page.evaluate(
    async (body) => {
      const response = await fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { user } = await response.json()
      if (user) localStorage.setItem('tsedra.person', JSON.stringify({ user, likedIds: [], inCart: 0 }))
      return response.status
    },
    { emailOrPhone, password },
  )
}

/** Signs in; the next page that is opened has the session. */
export async function signInAs(page: Page, user: DemoAccount): Promise<void> {
  await page.goto('/contacts')
  expect(await submitLogin(page, user)).toBe(200)
}

/** Signs in a customer of this test's own. */
export const signInAsNewCustomer = async (page: Page): Promise<void> => signInAs(page, await createCustomer())
