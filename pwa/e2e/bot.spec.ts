import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { createPhoneNumber } from './harness/order-form.ts'

test('a link of the shop opens the stand-in of Telegram, where a phone is proved as on a phone', async ({ visit }) => {
  const phone = createPhoneNumber()
  const { page } = await visit()
  await page.goto('/contacts')
  const callApi = (method: string, path: string, body?: object) =>
    page.evaluate(
      async ([method, path, body]) => {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(path, { method, ...(body && { headers, body: JSON.stringify(body) }) })
        return (await response.json()) as Record<string, unknown>
      },
      [method, path, body] as const,
    )
  const registration = { emailOrPhone: phone, password: 'ставок-під-вербою-9', firstName: 'Іван', lastName: 'Мельник' }
  const { bot } = (await callApi('POST', '/api/auth/register', registration)) as {
    bot: { url: string; number: string }
  }
  const poll = () => callApi('GET', `/api/telegram/verification-status/${phone}`)

  const telegram = await page.context().newPage()
  await telegram.goto(bot.url)
  await telegram.getByLabel('The number of this phone').fill(phone)
  await telegram.getByLabel('The number of this phone').press('Enter')
  await expect(telegram.getByRole('button', { name: 'START' })).toBeVisible()
  await telegram.waitForURL(/phone=/)
  await telegram.getByRole('button', { name: 'START' }).click()
  await telegram.getByRole('button', { name: 'Поділитися контактом' }).click()
  expect(await poll()).toEqual({ verified: false })
  await telegram.getByRole('button', { name: bot.number, exact: true }).click()
  await expect(telegram.getByText('Готово, номер підтверджено')).toBeVisible()

  expect(await poll()).toMatchObject({ verified: true, user: { phone, hasTelegram: true } })
  await telegram.close()
})

test('O8: an order is linked to a chat from its page, and the chat receives its cancellation', async ({ visit }) => {
  const phone = createPhoneNumber()
  const { page } = await visit()
  await page.goto('/contacts')
  const id = randomUUID()
  const status = await page.evaluate(
    async (order) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch('/api/orders', { method: 'POST', headers, body: JSON.stringify(order) })).status
    },
    { id, customerName: 'Олена', customerPhone: phone, language: 'en' },
  )
  expect(status).toBe(201)

  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Повідомляти в Telegram' }).click()
  const link = page.getByRole('link', { name: 'Відкрити бота' })
  await expect(link).toBeFocused()
  const telegram = await page.context().newPage()
  await telegram.goto((await link.getAttribute('href')) ?? '')
  await telegram.getByRole('button', { name: 'START' }).click()
  const number = id.slice(0, 8).toUpperCase()
  await expect(telegram.getByText(`Order ${number}: we’ll message you here`)).toBeVisible()
  await page.request.post(`${new URL(page.url()).origin}/api/orders/${id}/cancel`, {
    headers: { origin: new URL(page.url()).origin },
  })
  await expect(telegram.getByText(`Order ${number}: cancelled`)).toBeVisible()
})
