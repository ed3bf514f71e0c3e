import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { expect, inject, test } from 'vitest'
import { testDatabase } from '../../../api/test/database.ts'
import { runCheck } from '../../../api/test/run-check.ts'
import { startFakeMail } from '../../../infra/fakes/mail/server.ts'
import { sendJson } from '../../../infra/fakes/fake-server.ts'
import { startFakeTelegram } from '../../../infra/fakes/telegram/server.ts'
import { startRedis } from '../../../infra/local/redis.ts'
import { TOKEN } from '../../test/worker-stack.ts'
import { checkClock } from './check-clock.ts'
import { checkMail } from './check-mail.ts'
import { checkRedis } from './check-redis.ts'
import { checkBot, checkStaffChat } from './check-telegram.ts'

const STAFF_CHAT = -1001
const PASSWORD = 'Wq7Zr2kVmN8pQs4Y'

async function openTelegram() {
  const telegram = await startFakeTelegram({ port: 0, token: TOKEN, staffChatId: STAFF_CHAT })
  return {
    faults: telegram.faults,
    options: { token: TOKEN, apiRoot: `http://127.0.0.1:${telegram.port}` },
    [Symbol.asyncDispose]: () => telegram[Symbol.asyncDispose](),
  }
}

test('Telegram bot: passes with the token of the bot that the shop names', async () => {
  await using telegram = await openTelegram()

  expect(await runCheck(checkBot({ ...telegram.options, name: 'Tsedra_Local_Bot' }))).toBe(
    'ok    Telegram bot: @tsedra_local_bot\n',
  )
})

test('Telegram bot: fails with another token, another bot, or without Telegram, and prints no token', async () => {
  await using telegram = await openTelegram()
  const { options } = telegram
  const token = `9${TOKEN}`

  const rejected = await runCheck(checkBot({ ...options, token }), [token])
  const otherBot = await runCheck(checkBot({ ...options, name: 'other_bot' }))
  const closed = await runCheck(checkBot({ token, apiRoot: 'http://127.0.0.1:1' }), [token])

  expect(rejected).toMatch(/^FAIL {2}Telegram bot: Telegram rejects the token\n +Take the token from @BotFather/)
  expect(otherBot).toMatch(
    /^FAIL .*belongs to @tsedra_local_bot, not to @other_bot\n +Set TELEGRAM_BOT_NAME=tsedra_local_bot/,
  )
  expect(closed).toMatch(/^FAIL .*ECONNREFUSED.*\n +Let this machine connect/)
  expect(rejected + closed).not.toContain(token)
})

test('Telegram staff chat: passes where the bot is a member', async () => {
  await using telegram = await openTelegram()

  expect(await runCheck(checkStaffChat({ ...telegram.options, chatId: String(STAFF_CHAT) }))).toBe(
    'ok    Telegram staff chat: supergroup, the bot is member\n',
  )
})

test('Telegram staff chat: fails in a chat that the bot does not reach, or whose number has changed', async () => {
  await using telegram = await openTelegram()
  const check = (chatId: string) => runCheck(checkStaffChat({ ...telegram.options, chatId }))

  expect(await check('-4711')).toMatch(/^FAIL .*chat not found\n +Add the bot to the staff group/)
  const parameters = { migrate_to_chat_id: -100123 }
  const description = 'Bad Request: group chat was upgraded to a supergroup chat'
  telegram.faults.set({ queue: [{ kind: 'error', code: 400, description, parameters }], methods: ['getChat'] })
  expect(await check(String(STAFF_CHAT))).toMatch(/^FAIL .*another number\n +Set TELEGRAM_STAFF_CHAT_ID=-100123/)
})

test('Telegram and mail: during an upgrade an outage is a warning; a rejected token or password is none', async () => {
  await using telegram = await openTelegram()
  await using guarded = await startMailServer()
  const upgrade = (check: Parameters<typeof runCheck>[0]) => runCheck(check, [], true)
  telegram.faults.set({ queue: [{ kind: 'error', code: 502, description: 'Bad Gateway' }], methods: ['getChat'] })

  expect(await upgrade(checkStaffChat({ ...telegram.options, chatId: String(STAFF_CHAT) }))).toMatch(
    /^WARN {2}Telegram staff chat: .*Bad Gateway/,
  )
  expect(await upgrade(checkStaffChat({ ...telegram.options, chatId: '-4711' }))).toMatch(/^FAIL .*chat not found/)
  expect(await upgrade(checkBot({ ...telegram.options, token: `9${TOKEN}` }))).toMatch(/^FAIL .*rejects the token/)
  expect(await upgrade(checkMail('smtp://127.0.0.1:1'))).toMatch(/^WARN {2}mail server: /)
  expect(await upgrade(checkMail(`smtp://shop:other@127.0.0.1:${guarded.port}`))).toMatch(/^FAIL .*EAUTH/)
})

test('Telegram staff chat: fails after the bot was removed from it', async () => {
  const results: Record<string, unknown> = {
    getMe: { id: 1, is_bot: true, first_name: 'Bot', username: 'tsedra_bot' },
    getChat: { id: STAFF_CHAT, type: 'supergroup', title: 'Staff' },
    getChatMember: { status: 'kicked' },
  }
  await using server = await startServer((req, res) =>
    sendJson(res, 200, { ok: true, result: results[req.url?.split('/').at(-1) ?? ''] }),
  )

  expect(await runCheck(checkStaffChat({ token: TOKEN, apiRoot: server.url, chatId: String(STAFF_CHAT) }))).toMatch(
    /^FAIL .*the bot is kicked in it\n +Add the bot/,
  )
})

test('mail server: passes without a sign-in, and with one that is accepted', async () => {
  await using mail = await startFakeMail({ port: 0, smtpPort: 0 })
  await using guarded = await startMailServer()

  expect(await runCheck(checkMail(`smtp://127.0.0.1:${mail.smtpPort}`))).toBe(
    'ok    mail server: 127.0.0.1 responds, without a sign-in\n',
  )
  expect(await runCheck(checkMail(`smtp://shop:${PASSWORD}@127.0.0.1:${guarded.port}`))).toBe(
    'ok    mail server: 127.0.0.1 accepts the name and password\n',
  )
  expect(mail.mails).toEqual([])
})

test('mail server: fails with a wrong password and without a server, and prints no password', async () => {
  await using guarded = await startMailServer()
  const wrong = `${PASSWORD}9`

  const rejected = await runCheck(checkMail(`smtp://shop:${wrong}@127.0.0.1:${guarded.port}`), [wrong])
  const closed = await runCheck(checkMail(`smtp://shop:${wrong}@127.0.0.1:1`), [wrong])

  expect(rejected).toMatch(/^FAIL {2}mail server: EAUTH .*\n +Compare SMTP_URL/)
  expect(closed).toMatch(/^FAIL {2}mail server: .*ECONNREFUSED.*\n +Compare SMTP_URL/)
  expect(rejected + closed).not.toContain(wrong)
})

test('Redis: passes as it runs in production', async () => {
  expect(await runCheck(checkRedis(inject('redisUrl')))).toMatch(/^ok {4}Redis: \d+\.\d+/)
})

test('Redis: fails without a server, with a wrong password, and where jobs may be deleted', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-doctor-'))
  const redis = await startRedis({ dir: directory, args: ['--maxmemory-policy', 'allkeys-lru'] })
  await using _redis = {
    async [Symbol.asyncDispose]() {
      await redis.stop()
      await rm(directory, { recursive: true })
    },
  }

  expect(await runCheck(checkRedis('redis://127.0.0.1:1'))).toMatch(/^FAIL {2}Redis: ECONNREFUSED .*\n +Look at/)
  expect(await runCheck(checkRedis(`redis://shop:${PASSWORD}@127.0.0.1:${redis.port}`))).toMatch(/^FAIL .*WRONGPASS/)
  expect(await runCheck(checkRedis(redis.url))).toMatch(/^FAIL .*maxmemory-policy allkeys-lru\)\n +Start Redis with/)
})

test('clock: passes beside a server with the same time, fails beside another one', async () => {
  await using sameTime = await startServer((_req, res) => res.end())
  await using past = await startServer((_req, res) =>
    res.writeHead(200, { Date: new Date(Date.now() - 60_000).toUTCString() }).end(),
  )
  await using timeless = await startServer((_req, res) => {
    res.sendDate = false
    res.end()
  })

  expect(await runCheck(checkClock(sameTime.url))).toMatch(/^ok {4}clock: [01] s ahead of 127\.0\.0\.1:\d+\n$/)
  expect(await runCheck(checkClock(past.url))).toMatch(
    /^FAIL {2}clock: this machine is 6[01] s ahead .*\n +Correct the clock/,
  )
  expect(await runCheck(checkClock(timeless.url))).toMatch(/^FAIL {2}clock: no Date in the response\n +A response of/)
})

test('the program exits with 0 beside sound services, with 1 when one is missing, and prints no secret', async () => {
  await using database = await testDatabase()
  await using telegram = await openTelegram()
  await using guarded = await startMailServer()
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    REDIS_URL: inject('redisUrl'),
    PUBLIC_ORIGIN: 'http://localhost:8080',
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_BOT_NAME: 'tsedra_local_bot',
    TELEGRAM_STAFF_CHAT_ID: String(STAFF_CHAT),
    TELEGRAM_API_ROOT: telegram.options.apiRoot,
    SMTP_URL: `smtp://shop:${PASSWORD}@127.0.0.1:${guarded.port}`,
    CODE_SECRET: 'code-secret-of-the-tests-0123456789abc',
  }

  const sound = await runProgram(env)
  const unsound = await runProgram({ ...env, REDIS_URL: 'redis://127.0.0.1:1' }, '--allow-outages')
  const outage = { ...env, TELEGRAM_API_ROOT: 'http://127.0.0.1:1', SMTP_URL: `smtp://shop:${PASSWORD}@127.0.0.1:1` }
  const duringOutage = await runProgram(outage, '--allow-outages')

  expect(sound.output).toMatch(/^(ok .*\n){6}$/)
  expect(sound.code).toBe(0)
  expect(unsound.output.match(/^FAIL .*/gm)).toEqual([expect.stringContaining('Redis: ECONNREFUSED')])
  expect(unsound.code).toBe(1)
  const outages = ['Telegram bot', 'Telegram staff chat', 'mail server', 'clock']
  expect(duringOutage.output.match(/^WARN .*/gm)).toEqual(
    outages.map((name) => expect.stringContaining(`WARN  ${name}: `)),
  )
  expect(duringOutage.code).toBe(0)
  for (const secret of [TOKEN, PASSWORD, env.CODE_SECRET]) expect(sound.output + unsound.output).not.toContain(secret)
})

async function runProgram(env: Record<string, string>, ...options: string[]) {
  const program = spawn(process.execPath, [fileURLToPath(new URL('../doctor.ts', import.meta.url)), ...options], {
    env: { PATH: process.env['PATH'], ...env },
  })
  const [out, err, [code]] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'exit')])
  return { code, output: out + err }
}

async function startServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A mail server with one password. */
async function startMailServer() {
  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, callback) =>
      password === PASSWORD ? callback(null, { user: 'shop' }) : callback(new Error('Invalid name or password')),
  })
  smtp.on('error', () => {})
  const server = smtp.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => smtp.close(() => closed())),
  }
}
