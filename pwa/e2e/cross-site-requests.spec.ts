import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import knex, { type Knex } from 'knex'
import { thoroughUnless, expect, shopUrl, test } from './fixtures.ts'
import { getDemoAccount, signInAs } from './sign-in.ts'

/** A page of another origin: on another site, or on another port of this host, which also receives Lax cookies. */
async function openForeignSite(host: '127.0.0.1' | 'localhost') {
  const server = createServer((_req, res) =>
    res.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>foreign</title><body>'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let shopDb: Knex
test.beforeAll(() => {
  shopDb = knex({ client: 'pg', connection: process.env['DATABASE_URL'] ?? '', pool: { min: 0, max: 1 } })
})
test.afterAll(() => shopDb.destroy())

const orderBody = JSON.stringify({ customerName: 'Чужа сторінка', customerPhone: '+380670000666' })

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
        { shop, order: orderBody },
      )
      return posted
    },
  ],
  [
    'fetch',
    (page, shop) =>
      page.evaluate(
        async ({ shop, order }) => {
          const send = (path: string, init: RequestInit) =>
            fetch(shop + path, { credentials: 'include', ...init }).catch(() => {})
          await send('/api/orders', { method: 'POST', mode: 'no-cors', body: order })
          const headers = { 'content-type': 'application/json' }
          await send('/api/orders', { method: 'POST', headers, body: order })
          await send('/api/auth/sessions', { method: 'DELETE' })
          await send('/api/auth/logout', { method: 'POST', mode: 'no-cors' })
        },
        { shop, order: orderBody },
      ),
  ],
  [
    'a picture',
    (page, shop) =>
      page.evaluate(
        (src) => new Promise((resolve) => Object.assign(new Image(), { src, onload: resolve, onerror: resolve })),
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
  for (const [name, attack] of attacks) {
    test(
      `S-07 S-08 ${name} of a page at ${host} changes nothing here`,
      thoroughUnless(host === '127.0.0.1'),
      async ({ visit }) => {
        await using foreign = await openForeignSite(host)
        const { page } = await visit()
        await signInAs(page, getDemoAccount('user'))
        const cookiesBefore = await page.context().cookies(shopUrl())
        const acceptedRequests: string[] = []
        page.on('response', (response) => {
          const method = response.request().method()
          if (method !== 'GET' && response.status() < 300) acceptedRequests.push(`${method} ${response.url()}`)
        })
        await page.goto(foreign.url)

        await attack(page, shopUrl())

        expect(acceptedRequests).toEqual([])
        const getSessionCookie = (cookies: typeof cookiesBefore) => cookies.find(({ name }) => name === 'sid')?.value
        expect(getSessionCookie(await page.context().cookies(shopUrl()))).toBe(getSessionCookie(cookiesBefore))
        await page.goto(shopUrl())
        expect(await page.evaluate(async () => (await fetch('/api/auth/user')).status)).toBe(200)
        expect(await shopDb('orders').where({ customer_name: 'Чужа сторінка' })).toEqual([])
      },
    )
  }
}

test('S-08 the same address signs out when it is followed in our own page', async ({ visit }) => {
  const { page } = await visit()
  await signInAs(page, getDemoAccount('user'))
  await page.evaluate(() => location.assign('/api/logout'))

  await page.waitForURL(`${shopUrl()}/`)
  expect(await page.evaluate(async () => (await fetch('/api/auth/user')).status)).toBe(401)
})

test('S-07 a foreign page cannot begin a sign-in: its link opens the dialog, and no third party', async ({ visit }) => {
  await using foreignSite = await openForeignSite('127.0.0.1')
  const { page } = await visit()
  await page.goto(foreignSite.url)
  await page.evaluate((href) => {
    document.body.innerHTML = `<a href="${href}">a prize</a>`
  }, `${shopUrl()}/api/auth/google?next=/profile`)
  await page.getByRole('link').click()

  await page.waitForURL((url) => url.origin === shopUrl())
  expect(await page.context().cookies(shopUrl())).toEqual([])
})
