import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const token = '123456789:AAF3kq9ZrT7xWv2LmN8pQs4YbHc6DeGjKtU'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://shop:0f3a9c57e1b84d26a7c05e9b3d6f8142@db/shop',
  REDIS_URL: 'redis://:mN8pQs4YWq7Zr2kVbHc6DeGjKtU3x9Fs@redis',
  SMTP_URL: 'smtps://shop:Wq7Zr2kV@mail.example',
  CODE_SECRET: 'b1946ac92492d2347c6235b4d2611184',
  TELEGRAM_BOT_TOKEN: token,
  TELEGRAM_BOT_NAME: 'tsedra_bot',
  TELEGRAM_STAFF_CHAT_ID: '-1001234',
  PUBLIC_ORIGIN: 'https://shop.example/',
}

test('a complete environment is parsed with its defaults', () => {
  expect(readConfig(production)).toMatchObject({
    production: true,
    databasePool: 6,
    publicOrigin: 'https://shop.example',
    telegram: { apiRoot: 'https://api.telegram.org', probeMs: 600_000 },
  })
})

test('no bot without TELEGRAM_BOT_NAME; a webhook with TELEGRAM_WEBHOOK_URL', () => {
  const { TELEGRAM_BOT_NAME: _name, ...withoutBot } = production
  const [url, secret] = ['https://shop.example/telegram', 'k3Jv9_q-Zr7xWv2LmN8pQs4YbHc6DeGj']
  const withWebhook = { ...production, TELEGRAM_WEBHOOK_URL: url, TELEGRAM_WEBHOOK_SECRET: secret }

  expect(readConfig(withoutBot).bot).toBeUndefined()
  expect(readConfig(production).bot).toEqual({ name: 'tsedra_bot' })
  expect(readConfig(withWebhook).bot).toEqual({ name: 'tsedra_bot', webhook: { url, secret, port: 3003 } })
})
