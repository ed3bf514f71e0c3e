import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { runSql } from './database.ts'
import { getDemoAccount, submitLogin, type DemoAccount } from './sign-in.ts'
import { expect } from './fixtures.ts'

export interface StaffUser extends DemoAccount {
  firstName: string
}

/** A new staff member of this test alone. */
export async function createStaffUser(role: 'editor' | 'admin'): Promise<StaffUser> {
  const { email: demoEmail, password } = getDemoAccount(role)
  const suffix = randomUUID().slice(0, 8)
  const [email, firstName] = [`${role}-${suffix}@bar.example`, `Олена-${suffix}`]
  await runSql(
    `INSERT INTO users (email, password, first_name, last_name, role, is_verified)
     SELECT $1, password, $4, 'Ткачук', $3, true FROM users WHERE email = $2`,
    [email, demoEmail, role, firstName],
  )
  return { email, password, firstName }
}

/** Signs in a new staff member; see `signInProved`. */
export async function signInAsNewStaff(page: Page, role: 'editor' | 'admin'): Promise<StaffUser> {
  const staffUser = await createStaffUser(role)
  await signInWithSecondFactor(page, staffUser)
  return staffUser
}

/** Signs in with password and second factor; the next page that is opened has the session. */
export async function signInWithSecondFactor(page: Page, user: DemoAccount): Promise<void> {
  await page.goto('/contacts')
  expect(await submitLogin(page, user)).toBe(200)
  await runSql(
    `UPDATE user_sessions SET second_factor_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [user.email],
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
export async function pressStaffButton(orderId: string, status: string): Promise<void> {
  const callControl = async (path: string, fields?: object) => {
    const headers = { connection: 'close', 'content-type': 'application/json' }
    const requestOptions = fields && { method: 'POST', body: JSON.stringify(fields) }
    return (await fetch(`${process.env['TELEGRAM_URL']}/control/${path}`, { headers, ...requestOptions })).json()
  }
  let tapFields: object | undefined
  await expect
    .poll(async () => {
      const { messages } = (await callControl('state')) as { messages: Message[] }
      for (const { chat, message_id, reply_markup } of messages) {
        const buttons = reply_markup?.inline_keyboard?.flat() ?? []
        const button = buttons.find(
          ({ callback_data = '' }) => callback_data.includes(orderId) && callback_data.endsWith(status),
        )
        if (button) tapFields = { chatId: chat.id, messageId: message_id, data: button.callback_data }
      }
      return tapFields
    })
    .toBeDefined()
  await callControl('tap', tapFields)
}
