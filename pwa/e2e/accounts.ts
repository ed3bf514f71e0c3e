import { createHmac, randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, type Language, messagesByLanguage } from './fixtures.ts'

/** A new user. */
export interface NewUser {
  firstName: string
  lastName: string
  email: string
  password: string
}

export function createNewUser(): NewUser {
  const suffix = randomUUID().slice(0, 8)
  const lastName = `Тестова-${suffix}`
  return {
    firstName: 'Соломія',
    lastName,
    email: `solomiya-${suffix}@bar.example`,
    password: `верба над ставом ${suffix.length}`,
  }
}

interface Mail {
  id: number
  to: string[]
  text: string
}

/** Returns the latest e-mail to an address after the given number of e-mails, once its text matches. */
export async function waitForEmail(address: string, { after = 0, pattern = /./ } = {}): Promise<Mail> {
  let mail: Mail | undefined
  await expect
    .poll(async () => {
      const response = await fetch(`${process.env['MAIL_URL']}/control/messages`, { headers: { connection: 'close' } })
      const mails = ((await response.json()) as Mail[]).filter(({ to }) => to.includes(address))
      mail = mails.length > after ? mails.at(-1) : undefined
      return pattern.test(mail?.text ?? '')
    })
    .toBe(true)
  return mail as Mail // just awaited
}

/** Returns the code of the latest e-mail to an address after the given number of e-mails. */
export async function waitForCode(address: string, options: { after?: number } = {}): Promise<string> {
  const pattern = /\b\d{6}\b/
  return pattern.exec((await waitForEmail(address, { ...options, pattern })).text)?.[0] ?? ''
}

/** Registers in this browser with the requests of the dialog, without its screens; the reloaded page is signed in. */
export async function register(page: Page, newUser: NewUser): Promise<void> {
  await page.goto('/contacts')
  // Like the calls of the page: the end of the former session would end this one.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tsedra.signOut'))).toBeNull()
  const { email: emailOrPhone, password, firstName, lastName } = newUser
  const registration = (await postAuth(page, 'register', { emailOrPhone, password, firstName, lastName })) as {
    userId: string
  }
  const verified = await postAuth(page, 'verify', {
    userId: registration.userId,
    code: await waitForCode(emailOrPhone),
  })
  const { user } = verified as { user: object }
  const stored = JSON.stringify({ user, likedIds: [], inCart: 0 })
  // A late response to the guest's page deletes the stored user.
  await expect(async () => {
    await page.evaluate((text) => localStorage.setItem('tsedra.person', text), stored)
    await page.reload()
    expect(await page.evaluate(() => localStorage.getItem('tsedra.person'))).not.toBeNull()
  }).toPass()
}

function postAuth(page: Page, action: string, body: object): Promise<unknown> {
  return page.evaluate(
    async ([path, text]) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`/api/auth/${path}`, { method: 'POST', headers, body: text })).json() as Promise<unknown>
    },
    [action, JSON.stringify(body)] as const,
  )
}

/** The sign-in dialog in this language. */
export function signInDialog(page: Page, language: Language = 'ua') {
  const t = messagesByLanguage[language].signIn
  // It may lie above another one.
  const dialog = page.getByRole('dialog').last()
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  return {
    dialog,
    button,
    id: dialog.getByLabel(t.id, { exact: true }),
    password: dialog.getByLabel(t.password, { exact: true }),
    code: dialog.getByLabel(t.code, { exact: true }),
    login: async (address: string, password: string): Promise<void> => {
      await button(t.login).click()
      await dialog.getByLabel(t.id, { exact: true }).fill(address)
      await dialog.getByLabel(t.password, { exact: true }).fill(password)
      await dialog.locator('button[type="submit"]').click()
    },
  }
}

interface BotMessage {
  message_id: number
  chat: { id: number }
  text?: string
  reply_markup?: { inline_keyboard?: { text: string; callback_data?: string }[][] }
}

/** The Telegram app of the user of this phone, in the fake. */
export function openTelegramFor(phone: string) {
  const callControl = async (path: string, fields?: object): Promise<unknown> => {
    const body = fields && JSON.stringify(fields)
    const headers = { connection: 'close', 'content-type': 'application/json' }
    const response = await fetch(`${process.env['TELEGRAM_URL']}/control/${path}`, {
      headers,
      ...(body && { method: 'POST', body }),
    })
    return response.json()
  }
  const readState = async () =>
    (await callControl(`state?phone=${encodeURIComponent(phone)}`)) as {
      me: { user: { id: number } }
      messages: BotMessage[]
    }
  const readUserId = async () => (await readState()).me.user.id
  const open = async (link: string) =>
    void (await callControl('say', {
      as: await readUserId(),
      text: `/start ${new URL(link).searchParams.get('start')}`,
    }))
  /** Taps the first matching number in the bot once its message arrives. */
  const tap = async (matches: (number: string) => boolean): Promise<void> => {
    const { user } = (await readState()).me
    let tapFields: object | undefined
    await expect
      .poll(async () => {
        for (const { chat, message_id, reply_markup } of (await readState()).messages) {
          const button = reply_markup?.inline_keyboard?.flat().find(({ text }) => /^\d\d$/.test(text) && matches(text))
          if (chat.id === user.id && button)
            tapFields = { chatId: chat.id, messageId: message_id, data: button.callback_data }
        }
        return tapFields
      })
      .toBeDefined()
    await callControl('tap', tapFields)
  }
  return {
    open,
    tap,
    /** Opens the bot by the link of the page, shares the own contact, and taps the first number that fits. */
    async verifyPhone(link: string, matches: (number: string) => boolean): Promise<void> {
      await open(link)
      await callControl('contact', { as: await readUserId() })
      await tap(matches)
    },
    /** The messages of the bot to this phone, the latest last. */
    readMessages: async (): Promise<string[]> => {
      const { me, messages } = await readState()
      return messages.filter(({ chat }) => chat.id === me.user.id).map(({ text = '' }) => text)
    },
  }
}

/** What an authenticator app shows for this secret, some steps of 30 seconds from now (RFC 6238). */
export function createTotpCode(secret: string, { steps = 0 } = {}): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac('sha1', key).update(counter).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Returns the TOTP secret, in groups of four characters. */
export const totpSecretIn = (dialog: Locator): Locator => dialog.getByText(/^(?:[A-Z2-7]{4}\s?){8,}$/)

/** The two digits that are to be tapped in the bot. */
export const botNumberIn = (dialog: Locator): Locator => dialog.getByText(/^\d\d$/)
