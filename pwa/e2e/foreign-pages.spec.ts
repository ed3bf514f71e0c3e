import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import knex, { type Knex } from 'knex'
import { eachTime, expect, shopUrl, test } from './shopper.ts'
import { demo, signInAs } from './signed-in.ts'

/** A page of somebody else: on another site, or a neighbour on another port, who is sent the Lax cookies too. */
async function openForeignPage(host: '127.0.0.1' | 'localhost') {
  const server = createServer((_req, res) =>
    res.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>foreign</title><body>'),
  )
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

let shopDb: Knex
test.beforeAll(() => {
  shopDb = knex({ client: 'pg', connection: process.env['DATABASE_URL'] ?? '', pool: { min: 0, max: 1 } })
})
test.afterAll(() => shopDb.destroy())

const order = JSON.stringify({ customerName: 'Чужа сторінка', customerPhone: '+380670000666' })

/** What a foreign page can do to a visitor who is signed in here. Each ends when the browser has done it. */
const attacks: [string, (page: Page, shop: string) => Promise<unknown>][] = [
  [
    'a form in a frame',
    async (page, shop) => {
      const posted = page.waitForResponse(`${shop}/api/orders`)
      await page.evaluate(
        ({ shop, order }) => {
          document.body.innerHTML = `<iframe name="f"></iframe>
            <form method="post" action="${shop}/api/orders" enctype="text/plain" target="f"><input></form>`
          // One pair `name=value` of a text form can be an object of JSON.
          const pair = { name: `${order.slice(0, -1)},"customerComment":"`, value: '"}' }
          Object.assign(document.querySelector('input') ?? {}, pair)
          document.forms[0]?.submit()
        },
        { shop, order },
      )
      return posted
    },
  ],
  [
    'fetch',
    (page, shop) =>
      page.evaluate(
        async ({ shop, order }) => {
          const ask = (path: string, init: RequestInit) =>
            fetch(shop + path, { credentials: 'include', ...init }).catch(() => {})
          await ask('/api/orders', { method: 'POST', mode: 'no-cors', body: order })
          const headers = { 'content-type': 'application/json' }
          await ask('/api/orders', { method: 'POST', headers, body: order })
          await ask('/api/auth/sessions', { method: 'DELETE' })
          await ask('/api/auth/logout', { method: 'POST', mode: 'no-cors' })
        },
        { shop, order },
      ),
  ],
  [
    'a picture',
    (page, shop) =>
      page.evaluate(
        (src) => new Promise((done) => Object.assign(new Image(), { src, onload: done, onerror: done })),
        `${shop}/api/logout`,
      ),
  ],
  [
    'a frame',
    async (page, shop) => {
      const answered = page.waitForResponse(`${shop}/api/logout`)
      await page.evaluate(
        (src) => document.body.append(Object.assign(document.createElement('iframe'), { src })),
        `${shop}/api/logout`,
      )
      return answered
    },
  ],
  [
    'a link to signing out',
    async (page, shop) => {
      await page.evaluate((href) => {
        document.body.innerHTML = `<a href="${href}">a prize</a>`
      }, `${shop}/api/logout`)
      await page.getByRole('link').click()
      await page.waitForURL(`${shop}/`)
    },
  ],
  [
    'a form that takes the whole page',
    async (page, shop) => {
      await page.evaluate((action) => {
        document.body.innerHTML = `<form method="post" action="${action}"></form>`
        document.forms[0]?.submit()
      }, `${shop}/api/auth/logout`)
      await page.waitForURL(`${shop}/api/auth/logout`)
    },
  ],
]

for (const host of ['127.0.0.1', 'localhost'] as const) {
  for (const [what, attack] of attacks) {
    test(
      `S-07 S-08 ${what} of a page at ${host} changes nothing here`,
      eachTime(host === '127.0.0.1'),
      async ({ visit }) => {
        await using foreign = await openForeignPage(host)
        const { page } = await visit()
        await signInAs(page, demo('user'))
        const before = await page.context().cookies(shopUrl())
        const accepted: string[] = []
        page.on('response', (answer) => {
          const method = answer.request().method()
          if (method !== 'GET' && answer.status() < 300) accepted.push(`${method} ${answer.url()}`)
        })
        await page.goto(foreign.url)

        await attack(page, shopUrl())

        expect(accepted).toEqual([])
        const sid = (cookies: typeof before) => cookies.find(({ name }) => name === 'sid')?.value
        expect(sid(await page.context().cookies(shopUrl()))).toBe(sid(before))
        await page.goto(shopUrl())
        expect(await page.evaluate(async () => (await fetch('/api/auth/user')).status)).toBe(200)
        expect(await shopDb('orders').where({ customer_name: 'Чужа сторінка' })).toEqual([])
      },
    )
  }
}

test('S-08 the same address signs out when it is followed in our own page', async ({ visit }) => {
  const { page } = await visit()
  await signInAs(page, demo('user'))
  await page.evaluate(() => location.assign('/api/logout'))

  await page.waitForURL(`${shopUrl()}/`)
  expect(await page.evaluate(async () => (await fetch('/api/auth/user')).status)).toBe(401)
})

test('S-07 a foreign page cannot begin a sign-in: its link opens the dialog, and no third party', async ({ visit }) => {
  await using foreign = await openForeignPage('127.0.0.1')
  const { page } = await visit()
  await page.goto(foreign.url)
  await page.evaluate((href) => {
    document.body.innerHTML = `<a href="${href}">a prize</a>`
  }, `${shopUrl()}/api/auth/google?next=/profile`)
  await page.getByRole('link').click()

  await page.waitForURL((url) => url.origin === shopUrl())
  expect(await page.context().cookies(shopUrl())).toEqual([])
})
