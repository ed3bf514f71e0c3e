import { randomInt, randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Page } from '@playwright/test'
import { connect } from '@tsedra/database/connection'
import people from '../../api/seeds/people.json' with { type: 'json' }
import { expect } from './shopper.ts'

export type Demo = 'admin' | 'editor' | 'user'

/** Signs in one of the demo people of the shop. */
export async function signInAs(page: Page, role: Demo): Promise<void> {
  const { email, password } = people.find((each) => each.role === role) ?? { email: '', password: '' }
  await signIn(page, email, password)
}

/** Signs in a customer of this test's own, with an empty cart and no favourites. */
export async function signInSomebody(page: Page): Promise<void> {
  const db = connect({ url: process.env['DATABASE_URL'] ?? '', max: 1 })
  const [email, password] = [`orysia-${randomUUID()}@bar.example`, 'лепеха біля греблі']
  const cheaply = { memoryCost: 64, timeCost: 1, parallelism: 1 }
  const row = { email, password: await hash(password, cheaply), first_name: 'Орися', last_name: 'Бондар' }
  await db('users').insert({ ...row, is_verified: true })
  await db.destroy()
  await signIn(page, email, password)
}

/** Signs in as the dialog does, without its screens; the page is loaded anew and knows who it is. */
export async function signIn(page: Page, emailOrPhone: string, password: string): Promise<void> {
  await page.goto('/contacts')
  const status = await page.evaluate(
    async ({ address, ...body }) => {
      const answer = await fetch('/api/auth/login', {
        method: 'POST',
        // One address may not sign in all day.
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(body),
      })
      const { user } = await answer.json()
      if (user) localStorage.setItem('tsedra.person', JSON.stringify({ user, likedIds: [], inCart: 0 }))
      return answer.status
    },
    { emailOrPhone, password, address: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` },
  )
  expect(status).toBe(200)
}
