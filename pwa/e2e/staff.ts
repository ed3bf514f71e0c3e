import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from './database.ts'
import openShop from './shop.setup.ts'
import { demo, login, type Person } from './signed-in.ts'
import { test as base, expect } from './shopper.ts'

/** In a shop of their own: what staff put on the shelves would be in the way of everybody else's tests. */
export const test = base.extend<object, { shopOfStaff: undefined }>({
  shopOfStaff: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures out of it
    async ({}, lend) => {
      const close = await openShop()
      await lend(undefined)
      await close()
    },
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
})

export interface Colleague extends Person {
  firstName: string
}

/** Somebody of the staff whom no other test knows. */
export async function newStaff(role: 'editor' | 'admin'): Promise<Colleague> {
  const { email: known, password } = demo(role)
  const mark = randomUUID().slice(0, 8)
  const [email, firstName] = [`${role}-${mark}@bar.example`, `Олена-${mark}`]
  await sql(
    `INSERT INTO users (email, password, first_name, last_name, role, is_verified)
     SELECT $1, password, $4, 'Ткачук', $3, true FROM users WHERE email = $2`,
    [email, known, role, firstName],
  )
  return { email, password, firstName }
}

/** Signs in somebody new of the staff; see `signInProved`. */
export async function signInStaff(page: Page, role: 'editor' | 'admin'): Promise<Colleague> {
  const person = await newStaff(role)
  await signInProved(page, person)
  return person
}

/** Signs in with both proofs; the next page that is opened knows who it is. */
export async function signInProved(page: Page, person: Person): Promise<void> {
  await page.goto('/contacts')
  expect(await login(page, person)).toBe(200)
  await sql(
    `UPDATE user_sessions SET second_factor_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [person.email],
  )
  await page.evaluate(async () => {
    const user = await (await fetch('/api/auth/user')).json()
    localStorage.setItem('tsedra.person', JSON.stringify({ user, likedIds: [], inCart: 0 }))
  })
}

interface Message {
  message_id: number
  chat: { id: number }
  text?: string
  reply_markup?: { inline_keyboard?: { text: string; callback_data?: string }[][] }
}

/** Presses a key under the message of an order in the staff's chat, once it is there. */
export async function pressKey(orderId: string, to: string): Promise<void> {
  const control = async (path: string, fields?: object) => {
    const headers = { connection: 'close', 'content-type': 'application/json' }
    const how = fields && { method: 'POST', body: JSON.stringify(fields) }
    return (await fetch(`${process.env['TELEGRAM_URL']}/control/${path}`, { headers, ...how })).json()
  }
  let tap: object | undefined
  await expect
    .poll(async () => {
      const { messages } = (await control('state')) as { messages: Message[] }
      for (const { chat, message_id, reply_markup } of messages) {
        const keys = reply_markup?.inline_keyboard?.flat() ?? []
        const key = keys.find(({ callback_data = '' }) => callback_data.includes(orderId) && callback_data.endsWith(to))
        if (key) tap = { chatId: chat.id, messageId: message_id, data: key.callback_data }
      }
      return tap
    })
    .toBeDefined()
  await control('tap', tap)
}
