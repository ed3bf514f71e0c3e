import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const script = fileURLToPath(new URL('alertmanager-start.sh', import.meta.url))
const TOKEN = '123456789:AAF-kV8wq2ZrmN8pQs4YWq7jKtU3x9FsbHc'
const settings = { TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_STAFF_CHAT_ID: '-1001234567890' }

/** Runs the script with a program that prints its environment. */
function start(env: Record<string, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'tsedra-alertmanager-'))
  const { status, stdout, stderr } = spawnSync('sh', [script, 'env'], {
    env: { PATH: process.env['PATH'], CONFIG_DIRECTORY: directory, ...env },
    encoding: 'utf8',
  })
  return { directory, status, stdout, stderr, [Symbol.dispose]: () => rmSync(directory, { recursive: true }) }
}

test('Alertmanager gets the shop’s bot and staff chat; the token is in a file of its own alone', () => {
  using started = start({ ...settings, TELEGRAM_API_ROOT: 'http://telegram:8081/' })
  const [config, token] = ['alertmanager.yml', 'telegram-token'].map((name) => join(started.directory, name))

  expect([started.status, started.stderr]).toEqual([0, ''])
  const { route, receivers } = parse(readFileSync(config ?? '', 'utf8')) as {
    route: { receiver: string; routes: { receiver: string }[] }
    receivers: { name: string; telegram_configs: Record<string, unknown>[] }[]
  }
  expect(receivers).toEqual([
    {
      name: 'staff-chat',
      telegram_configs: [
        expect.objectContaining({
          api_url: 'http://telegram:8081',
          bot_token_file: token,
          chat_id: -1001234567890,
          parse_mode: '',
        }),
      ],
    },
  ])
  expect([route, ...route.routes].map(({ receiver }) => receiver)).toEqual(['staff-chat', 'staff-chat'])
  expect(readFileSync(token ?? '', 'utf8')).toBe(TOKEN)
  expect(statSync(token ?? '').mode & 0o777).toBe(0o600)
  expect(readFileSync(config ?? '', 'utf8') + started.stdout).not.toContain(TOKEN)
})

test('without an address of its own it is Telegram’s', () => {
  using started = start(settings)

  expect(readFileSync(join(started.directory, 'alertmanager.yml'), 'utf8')).toContain(
    'api_url: https://api.telegram.org\n',
  )
})

// catches mutation: alert-chat-is-number
test.each([
  ['TELEGRAM_STAFF_CHAT_ID', '@tsedra_staff'],
  ['TELEGRAM_STAFF_CHAT_ID', ''],
  ['TELEGRAM_STAFF_CHAT_ID', '-1001\nroute: {}'],
  ['TELEGRAM_BOT_TOKEN', ''],
  ['TELEGRAM_API_ROOT', 'api.telegram.org'],
  ['TELEGRAM_API_ROOT', 'https://api.telegram.org|e id'],
])('a bad %s (%j) ends it with 78 and the name of the variable', (name, value) => {
  using started = start({ ...settings, [name]: value })

  expect([started.status, started.stdout]).toEqual([78, ''])
  expect(started.stderr).toMatch(new RegExp(`^Bad configuration:\n  ${name}: `))
  if (value) expect(started.stderr).not.toContain(value)
})
