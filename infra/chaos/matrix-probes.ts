import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { CookieJar } from '../../api/test/cookie-jar.ts'
import { completeProviderPage, navigateWithCookies } from '../../api/test/provider-flow.ts'
import { stepAt, totpCode } from '../../api/src/accounts/totp.ts'
import type { MatrixStack } from './matrix-stack.ts'
import { type ClientResponse, createHttpClient, type HttpClient } from './http-client.ts'

/** The columns of the matrix, each with what is tried of it. */
export const columns = {
  'browse/search': ['reads', 'search', 'page', 'picture'],
  login: ['password', 'staff', 'google'],
  'register/code': ['email', 'phone'],
  'like/cart': ['like', 'cart'],
  order: ['order'],
  'admin save': ['text', 'image'],
  upload: ['upload'],
  'staff message': ['message'],
} as const
export type Probe = (typeof columns)[keyof typeof columns][number]

export interface ProbeResult {
  /** `ok`, `503` in the shop's own words with Retry-After, `delayed`, or what else came. */
  outcome: string
  /** Of the slowest answer. */
  slowestMs: number
  /** Finishes the delayed action once it can. @throws Error when it cannot */
  finish?: () => Promise<void>
}

/** What probes need: signed-in users, products to change, a picture that was sent before. */
export interface ProbeContext {
  stack: MatrixStack
  customer: CookieJar
  editor: CookieJar
  totpSecret: string
  products: StaffProduct[]
  /** The path of a picture that is in the store and not used yet. */
  uploadedPath: string
}

interface StaffProduct {
  id: string
  slug: string
  price: string
  imageUrl: string
  translations: { language: string; name: string }[]
}

const credentials = {
  customer: { emailOrPhone: 'olena@tsedra.example', password: 'olena-at-the-bar' },
  editor: { emailOrPhone: 'editor@tsedra.example', password: 'editor-of-the-shop' },
}

/** Timeout of polling for an e-mail or a message, in ms. */
const OBSERVE_MS = 15_000
const RECOVERY_TIMEOUT_MS = 45_000
/** Timeout of polling Google's page while it is expected to fail, in ms. */
const PROVIDER_TIMEOUT_MS = 8_000

/** Signs all users in. */
export async function createProbeContext(stack: MatrixStack): Promise<ProbeContext> {
  const { url } = stack.shop
  const [customer, editor]: [CookieJar, CookieJar] = [new Map(), new Map()]
  const staff = createHttpClient(url, editor)
  await sendUntilAnswered(createHttpClient(url, customer), 'POST', '/api/auth/login', credentials.customer)
  await sendUntilAnswered(staff, 'POST', '/api/auth/login', credentials.editor)
  const { secret } = (await sendUntilAnswered(staff, 'POST', '/api/auth/second-factor/setup')) as { secret: string }
  await sendUntilAnswered(staff, 'POST', '/api/auth/second-factor', { code: totpCode(secret, stepAt(Date.now())) })
  const { products } = (await sendUntilAnswered(staff, 'GET', '/api/products?search=chips&lang=en&limit=60')) as {
    products: { id: string; availablePackages: string[] }[]
  }
  const orderable = products.filter(({ availablePackages }) => availablePackages.includes('50г')).slice(0, 4)
  const staffProducts = await Promise.all(
    orderable.map(({ id }) => sendUntilAnswered(staff, 'GET', `/api/admin/products/${id}`)),
  )
  return {
    stack,
    customer,
    editor,
    totpSecret: secret,
    products: staffProducts as unknown as StaffProduct[],
    uploadedPath: '',
  }
}

/** Sends a request as a phone does: again, as long as the shop is busy. */
async function sendUntilAnswered(
  client: HttpClient,
  method: string,
  path: string,
  body?: unknown,
): Promise<ClientResponse['body']> {
  const deadline = Date.now() + RECOVERY_TIMEOUT_MS
  for (;;) {
    const response = await client.send(method, path, body)
    if (response.status !== 503 || Date.now() > deadline) return expectSuccess(response).body
    await pause((response.retryAfterS ?? 1) * 1_000)
  }
}

/** Runs before each round: allows the TOTP code of this half minute again, resets rate limits and uploads a picture. */
export async function prepareProbeContext(context: ProbeContext): Promise<void> {
  const { db } = context.stack
  await db('users').update({ totp_step: null })
  await db('throttles').delete()
  context.uploadedPath = await uploadPicture(createHttpClient(context.stack.shop.url, context.editor))
}

type ProbeFunction = (
  client: HttpClient,
  context: ProbeContext,
  shouldBeDelayed: boolean,
) => Promise<Pick<ProbeResult, 'finish'> | void>

/** Every probe but the staff's message, which is about an order. */
export const probes: Record<Exclude<Probe, 'message' | 'order'>, ProbeFunction> = {
  async reads(client, { products }) {
    for (const path of ['categories', 'products?lang=ru&limit=24', `products/${products[0]?.slug}`, 'catalogue/en']) {
      expectSuccess(await client.send('GET', `/api/${path}`))
    }
  },
  async search(client) {
    // A new query: no cache can answer it.
    expectSuccess(
      await client.send('GET', `/api/products?search=limon&limit=${1 + randomInt(99)}&offset=${randomInt(9_999)}`),
    )
  },
  async page(client, { products }) {
    expectSuccess(await client.send('GET', `/product/${products[1]?.slug}?at=${randomUUID()}`))
  },
  async picture(client, { products }) {
    expectSuccess(await client.send('GET', String(products[1]?.imageUrl)))
  },
  async password(client) {
    expectSuccess(await client.send('POST', '/api/auth/login', credentials.customer))
  },
  async staff(client, { totpSecret }) {
    expectSuccess(await client.send('POST', '/api/auth/login', credentials.editor))
    const code = totpCode(totpSecret, stepAt(Date.now()))
    expectSuccess(await client.send('POST', '/api/auth/second-factor', { code }))
  },
  async google(client, { stack: { shop } }) {
    const jar: CookieJar = new Map()
    const navigationHeaders = {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    const followRedirect = async (path: string) =>
      (
        await client.measure(() =>
          navigateWithCookies(new URL(path, shop.url).href, jar, { headers: navigationHeaders }),
        )
      ).location
    const providerUrl = await followRedirect('/api/auth/google')
    throwOnProviderError(providerUrl)
    const providerUser = { email: `g-${randomUUID()}@gmail.com`, firstName: 'Оксана', lastName: 'Левченко' }
    // Where the provider does not respond, the sign-in page of a returning user still does.
    const state = new URL(providerUrl).searchParams.get('state') ?? ''
    const fallbackParameters = new URLSearchParams({
      code: 'of a moment ago',
      state,
      iss: `${shop.providerUrl}/google`,
    })
    const callbackParameters = await Promise.race([
      completeProviderPage(providerUrl, providerUser).catch(() => fallbackParameters),
      pause(PROVIDER_TIMEOUT_MS, fallbackParameters),
    ])
    throwOnProviderError(await followRedirect(`/api/auth/google/callback?${callbackParameters.toString()}`))
  },
  async email(client, { stack }, shouldBeDelayed) {
    const emailOrPhone = `ivan-${randomUUID().slice(0, 8)}@bar.example`
    const { userId } = expectSuccess(
      await client.send('POST', '/api/auth/register', buildRegistration(emailOrPhone)),
    ).body
    const readCode = () => readEmailedCode(stack, emailOrPhone)
    const verify = async (code: string) =>
      void expectSuccess(await client.send('POST', '/api/auth/verify', { userId, code }))
    const code = await pollFor(readCode, shouldBeDelayed ? undefined : OBSERVE_MS)
    if (code) return verify(code)
    return { finish: async () => verify((await pollFor(readCode, RECOVERY_TIMEOUT_MS)) ?? failMissing('the e-mail')) }
  },
  async phone(client, { stack }, shouldBeDelayed) {
    const emailOrPhone = `+38067${randomInt(1_000_000, 9_999_999)}`
    const { bot } = expectSuccess(await client.send('POST', '/api/auth/register', buildRegistration(emailOrPhone)))
      .body as {
      bot: { url: string; number: string }
    }
    const isVerified = async () =>
      expectSuccess(await client.send('GET', `/api/telegram/verification-status/${emailOrPhone}`)).body['verified'] ||
      undefined
    const proveByBot = async (forMs: number) => {
      await completeBotVerification(stack, emailOrPhone, bot, forMs)
      return pollFor(isVerified, forMs)
    }
    if (await proveByBot(shouldBeDelayed ? 1_500 : OBSERVE_MS).catch(() => undefined)) return
    return { finish: async () => void ((await proveByBot(RECOVERY_TIMEOUT_MS)) ?? failMissing('the proof')) }
  },
  async like(client, { products }) {
    for (const liked of [true, false]) {
      expectSuccess(await client.send('POST', `/api/products/${products[2]?.id}/like`, { liked }))
    }
  },
  async cart(client, { products }) {
    expectSuccess(
      await client.send('POST', '/api/cart', { productId: products[2]?.id, packageSize: '50г', quantity: 1 }),
    )
    expectSuccess(await client.send('DELETE', '/api/cart'))
  },
  async text(client, { products: [product] }) {
    if (!product) throw new Error('no product')
    expectSuccess(await client.send('PUT', `/api/admin/products/${product.id}`, buildProductForm(product)))
  },
  async image(client, { products: [, product], uploadedPath }) {
    if (!product) throw new Error('no product')
    expectSuccess(
      await client.send('PUT', `/api/admin/products/${product.id}`, buildProductForm(product, uploadedPath)),
    )
  },
  async upload(client, { products: [, , , product] }) {
    if (!product) throw new Error('no product')
    expectSuccess(
      await client.send(
        'PUT',
        `/api/admin/products/${product.id}`,
        buildProductForm(product, await uploadPicture(client)),
      ),
    )
  },
}

const customerProbes: readonly Probe[] = ['like', 'cart']
const editorProbes: readonly Probe[] = ['text', 'image', 'upload']

/** Runs one probe and returns its outcome. */
export async function runProbe(
  context: ProbeContext,
  probe: keyof typeof probes,
  shouldBeDelayed: boolean,
): Promise<ProbeResult> {
  const jar = customerProbes.includes(probe)
    ? context.customer
    : editorProbes.includes(probe)
      ? context.editor
      : new Map()
  const client = createHttpClient(context.stack.shop.url, jar)
  const result = await probes[probe](client, context, shouldBeDelayed).then(
    (probeResult) => ({ outcome: probeResult?.finish ? 'delayed' : 'ok', ...probeResult }),
    (error: unknown) => ({ outcome: error instanceof RejectedError ? error.message : `broken: ${String(error)}` }),
  )
  return { ...result, slowestMs: client.slowestMs }
}

/** Sends an order request; a retry uses the same id. */
export async function sendOrder(context: ProbeContext, id: string): Promise<ProbeResult> {
  const client = createHttpClient(context.stack.shop.url)
  const response = await client.send('POST', '/api/orders', {
    id,
    customerName: 'Олена Барвінок',
    customerPhone: `+38050${randomInt(1_000_000, 9_999_999)}`,
    items: [{ productId: context.products[0]?.id, packageSize: '50г', quantity: 1 }],
    filledInMs: 20_000,
  })
  return {
    outcome: response.status === 200 || response.status === 201 ? 'ok' : describeOutcome(response),
    slowestMs: client.slowestMs,
  }
}

/** A refused probe; its message is the outcome in the matrix. */
class RejectedError extends Error {}

function expectSuccess(response: ClientResponse): ClientResponse {
  if (response.status < 200 || response.status > 299) throw new RejectedError(describeOutcome(response))
  return response
}

function describeOutcome({ status, body, isOurs, retryAfterS }: ClientResponse): string {
  if (status === 503 && isOurs && (retryAfterS ?? 0) >= 1) return '503'
  return status === 0 ? 'no answer' : `${status} ${isOurs ? (body['code'] as string) : 'not in our words'}`
}

function throwOnProviderError(location: string): void {
  const errorCode = /[?&]problem=(\w+)/.exec(location)?.[1]
  if (errorCode) throw new RejectedError(errorCode)
}

const failMissing = (subject: string): never => {
  throw new Error(`${subject} never came`)
}

const buildRegistration = (emailOrPhone: string) => ({
  emailOrPhone,
  password: `ставок-під-вербою-${randomInt(1_000)}`,
  firstName: 'Іван',
  lastName: 'Мельник',
})

/** The same product under another name, and with another picture. */
const buildProductForm = ({ price, translations }: StaffProduct, imageUrl?: string) => ({
  product: { price, ...(imageUrl && { imageUrl }) },
  translations: translations.map(({ language, name }) => ({ language, name: `${name} ${randomInt(1_000_000)}` })),
})

/** Requests an upload URL, uploads a picture and returns what to save. */
async function uploadPicture(client: HttpClient): Promise<string> {
  const { uploadURL, objectPath } = expectSuccess(await client.send('POST', '/api/objects/upload')).body as Record<
    'uploadURL' | 'objectPath',
    string
  >
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) }
  const picture = sharp({ create: { width: 320, height: 240, channels: 3, background } })
  const { pathname, search } = new URL(uploadURL)
  expectSuccess(await client.send('PUT', pathname + search, await picture.jpeg().toBuffer()))
  return objectPath
}

/** Polls until a value is present; with undefined it polls briefly to check that none appears. */
async function pollFor<T>(find: () => Promise<T | undefined>, timeoutMs = 2_500): Promise<T | undefined> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await find()
    if (value !== undefined || Date.now() > deadline) return value
    await pause(150)
  }
}

async function readEmailedCode({ shop }: MatrixStack, address: string): Promise<string | undefined> {
  const emails = (await controlFake(`${shop.mailUrl}/control/messages`)) as { to: string[]; text: string }[] | undefined
  const email = emails?.findLast(({ to }) => to.includes(address))
  return /\b\d{6}\b/.exec(email?.text ?? '')?.[0]
}

/** Whether staff have been notified of an order. */
export async function isNotified({ shop }: MatrixStack, id: string): Promise<boolean> {
  const messages = (await controlFake(`${shop.telegramUrl}/control/messages`)) as { text: string }[] | undefined
  return messages?.some(({ text }) => text.includes(`?order=${id}`)) ?? false
}

export const waitUntilNotified = async (stack: MatrixStack, id: string, timeoutMs?: number): Promise<boolean> =>
  (await pollFor(async () => (await isNotified(stack, id)) || undefined, timeoutMs)) ?? false

interface BotMessage {
  message_id: number
  chat: { id: number }
  reply_markup?: { inline_keyboard?: { text: string; callback_data?: string }[][] }
}

/** What the owner of a phone does in Telegram: opens the link, shares the contact, taps the number of the page. */
async function completeBotVerification(
  { shop }: MatrixStack,
  phone: string,
  bot: { url: string; number: string },
  timeoutMs: number,
) {
  const control = `${shop.telegramUrl}/control`
  const readState = async () =>
    (await controlFake(`${control}/state?phone=${encodeURIComponent(phone)}`)) as
      | { me: { user: { id: number } }; messages: BotMessage[] }
      | undefined
  const userId = (await readState())?.me.user.id
  if (userId === undefined) return
  await controlFake(`${control}/say`, { as: userId, text: `/start ${new URL(bot.url).searchParams.get('start')}` })
  await controlFake(`${control}/contact`, { as: userId })
  const tapFields = await pollFor(async () => {
    for (const { chat, message_id: messageId, reply_markup } of (await readState())?.messages ?? []) {
      const button = reply_markup?.inline_keyboard?.flat().find(({ text }) => text === bot.number)
      if (chat.id === userId && button) return { chatId: chat.id, messageId, data: button.callback_data }
    }
    return undefined
  }, timeoutMs)
  if (tapFields) await controlFake(`${control}/tap`, tapFields)
}

/** Returns the response of a fake; undefined while it is down. */
async function controlFake(url: string, fields?: object): Promise<unknown> {
  const headers = { connection: 'close', 'content-type': 'application/json' }
  const requestOptions = fields && { method: 'POST', body: JSON.stringify(fields) }
  return fetch(url, { headers, ...requestOptions, signal: AbortSignal.timeout(5_000) })
    .then((response) => response.json())
    .catch(() => undefined)
}
