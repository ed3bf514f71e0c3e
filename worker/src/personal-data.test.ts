import { Writable } from 'node:stream'
import { createLog } from '@tsedra/service/log'
import { Redis } from 'ioredis'
import { expect, inject, test } from 'vitest'
import { openBrowser, registrationBody } from '../../api/test/users.ts'
import { startRegistration, openBotStack } from '../test/bot-stack.ts'
import { TOKEN, waitUntil } from '../test/worker-stack.ts'
import { openFakeMailServer } from '../test/fake-mail-server.ts'

/** Returns a log at production's level and the lines written to it. */
function openLog() {
  const written: string[] = []
  const sink = new Writable({ write: (line, _, done) => (written.push(String(line)), done()) })
  return { written, log: createLog('test', 'info', sink) }
}

/** Records every command that Redis receives for one prefix, with its arguments. */
async function openMonitor(prefix: string) {
  const redis = new Redis(inject('redisUrl'))
  const monitor = await redis.monitor()
  const commands: string[] = []
  monitor.on('monitor', (_time: string, args: string[]) => {
    const command = decode(args.join(' '))
    if (command.includes(prefix)) commands.push(command)
  })
  return {
    commands,
    [Symbol.dispose]() {
      monitor.disconnect()
      redis.disconnect()
    },
  }
}

/** Decodes the monitor's output, in which Redis escapes non-ASCII bytes as `\xd0`. */
function decode(escaped: string): string {
  const bytes = escaped.replace(/\\x([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

const NUMBER = '+380671357924'
const personalData = {
  name: 'Канаренко',
  comment: 'канарка співає зранку',
  password: 'жовта-канарка-над-ставом-7',
  wrong: 'сіра-канарка-над-ставом-8',
  email: 'kanarka@bar.example',
}

test('P-02: personal data of users is in no log line and in no command to Redis', {
  timeout: 60_000,
}, async () => {
  await using mailServer = await openFakeMailServer()
  const { written, log } = openLog()
  await using stack = await openBotStack({ log })
  using redis = await openMonitor(stack.prefix)
  const { shop, db, telegram } = stack
  stack.openWorker({ log, mail: { url: `smtp://127.0.0.1:${mailServer.port}`, from: 'shop@shop.test' } })

  const emailUser = openBrowser(shop)
  const requestBody = registrationBody({
    emailOrPhone: personalData.email,
    password: personalData.password,
    lastName: personalData.name,
  })
  const { body: started } = await emailUser.send('POST', '/api/auth/register', requestBody)
  await waitUntil(() => mailServer.emails.length === 1)
  const code = /\d{6}/.exec(mailServer.emails[0]?.text ?? '')?.[0] ?? ''
  await emailUser.send('POST', '/api/auth/verify', { userId: started['userId'], code: '000000' })
  expect((await emailUser.send('POST', '/api/auth/verify', { userId: started['userId'], code })).status).toBe(200)
  for (const password of [personalData.wrong, personalData.password])
    await openBrowser(shop).send('POST', '/api/auth/login', { emailOrPhone: personalData.email, password })
  await openBrowser(shop).send('GET', '/api/auth/user', undefined, { cookie: 'sid=forged-kanarka' })

  const phone = stack.phone(NUMBER)
  const byPhone = await startRegistration(shop, NUMBER, { password: personalData.password })
  await phone.sendText(`/start ${byPhone.nonce}`)
  await phone.shareContact()
  await phone.waitForMessage('Яке число')
  await phone.tap(byPhone.number)
  await phone.waitForMessage('Готово')
  expect(await byPhone.poll()).toMatchObject({ verified: true })

  const order = {
    customerName: personalData.name,
    customerPhone: NUMBER,
    customerComment: personalData.comment,
    filledInMs: 9_000,
  }
  telegram.faults.set({ methods: ['sendMessage'], queue: [{ kind: 'error', code: 500 }, { kind: 'cut' }] })
  expect((await emailUser.send('POST', '/api/orders', order)).status).toBe(201)
  await waitUntil(async () => !(await db('orders').where({ telegram_sent: false }).first()), 20_000)
  await db.raw("ALTER TABLE orders ADD CONSTRAINT broken CHECK (customer_phone = '') NOT VALID")
  const failingOrder = { ...order, customerName: `${personalData.name} Олена` }
  expect((await emailUser.send('POST', '/api/orders', failingOrder)).status).toBe(500)
  expect((await emailUser.send('POST', '/api/orders', { ...order, quantity: personalData.comment })).status).toBe(400)

  const cookies = [...emailUser.cookies.values(), ...byPhone.browser.cookies.values()].filter(
    ({ length }) => length > 20,
  )
  expect([code, byPhone.nonce, ...cookies].every(({ length }) => length > 5)).toBe(true)
  const canaries = { ...personalData, code, nonce: byPhone.nonce, phone: NUMBER.slice(4), token: TOKEN.slice(8) }
  const secrets = [...Object.values(canaries), ...cookies, 'kanarka']
  // Six digits may occur in a longer number.
  const contains = (line: string, secret: string) =>
    secret === code ? new RegExp(`(?<!\\d)${code}(?!\\d)`).test(line) : line.includes(secret)
  const hitsIn = (lines: string[]) => secrets.filter((secret) => lines.some((line) => contains(line, secret)))
  expect(hitsIn(written)).toEqual([])
  expect(hitsIn(redis.commands)).toEqual([])
  // The log and Redis were in use: Redis received ids only.
  expect(written.join('')).toMatch(/unexpected error/)
  expect(written.join('')).toMatch(/job: postponed/)
  expect(redis.commands.join('\n')).toMatch(/order-placed/)
})
