import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { CookieJar } from '../../api/test/cookie-jar.ts'
import { completeProviderPage, navigateWithCookies } from '../../api/test/provider-flow.ts'
import { stepAt, totpCode } from '../../api/src/accounts/totp.ts'
import type { MatrixShop } from './matrix-shop.ts'
import { type Answer, openVisitor, type Visitor } from './visitor.ts'

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

export interface Seen {
  /** `ok`, `503` in the shop's own words with Retry-After, `waits`, or what else came. */
  word: string
  /** Of the slowest answer. */
  ms: number
  /** Ends what waits, once it can. @throws Error when it cannot */
  finish?: () => Promise<void>
}

/** What probes need: people who are signed in, products to change, a picture that was sent before. */
export interface Scene {
  place: MatrixShop
  customer: CookieJar
  editor: CookieJar
  totp: string
  products: StaffProduct[]
  /** The path of a picture that lies in the store and is not used yet. */
  sent: string
}

interface StaffProduct {
  id: string
  slug: string
  price: string
  imageUrl: string
  translations: { language: string; name: string }[]
}

const people = {
  customer: { emailOrPhone: 'olena@tsedra.example', password: 'olena-at-the-bar' },
  editor: { emailOrPhone: 'editor@tsedra.example', password: 'editor-of-the-shop' },
}

/** How long somebody looks whether a letter or a message comes. */
const LOOK_MS = 15_000
const COMES_LATER_MS = 45_000
/** How long somebody looks at Google's page until nothing comes. */
const GOOGLE_MS = 8_000

/** Signs everybody in. */
export async function setScene(place: MatrixShop): Promise<Scene> {
  const { url } = place.shop
  const [customer, editor]: [CookieJar, CookieJar] = [new Map(), new Map()]
  const staff = openVisitor(url, editor)
  await answered(openVisitor(url, customer), 'POST', '/api/auth/login', people.customer)
  await answered(staff, 'POST', '/api/auth/login', people.editor)
  const { secret } = (await answered(staff, 'POST', '/api/auth/second-factor/setup')) as { secret: string }
  await answered(staff, 'POST', '/api/auth/second-factor', { code: totpCode(secret, stepAt(Date.now())) })
  const { products } = (await answered(staff, 'GET', '/api/products?search=chips&lang=en&limit=60')) as {
    products: { id: string; availablePackages: string[] }[]
  }
  const sold = products.filter(({ availablePackages }) => availablePackages.includes('50г')).slice(0, 4)
  const whole = await Promise.all(sold.map(({ id }) => answered(staff, 'GET', `/api/admin/products/${id}`)))
  return { place, customer, editor, totp: secret, products: whole as unknown as StaffProduct[], sent: '' }
}

/** Asks as a phone does: again, as long as the shop is busy. */
async function answered(visitor: Visitor, method: string, path: string, body?: unknown): Promise<Answer['body']> {
  const deadline = Date.now() + COMES_LATER_MS
  for (;;) {
    const answer = await visitor.send(method, path, body)
    if (answer.status !== 503 || Date.now() > deadline) return must(answer).body
    await pause((answer.retryAfterS ?? 1) * 1_000)
  }
}

/** Before each round: the app's code of this half minute is good again, nothing was counted, a picture lies ready. */
export async function readyScene(scene: Scene): Promise<void> {
  const { db } = scene.place
  await db('users').update({ totp_step: null })
  await db('throttles').delete()
  scene.sent = await sendPicture(openVisitor(scene.place.shop.url, scene.editor))
}

type Try = (visitor: Visitor, scene: Scene, waits: boolean) => Promise<Pick<Seen, 'finish'> | void>

/** Every probe but the staff's message, which is about an order. */
export const probes: Record<Exclude<Probe, 'message' | 'order'>, Try> = {
  async reads(visitor, { products }) {
    for (const path of ['categories', 'products?lang=ru&limit=24', `products/${products[0]?.slug}`, 'catalogue/en']) {
      must(await visitor.send('GET', `/api/${path}`))
    }
  },
  async search(visitor) {
    // An address that nobody asked for before: nothing kept answers it.
    must(await visitor.send('GET', `/api/products?search=limon&limit=${1 + randomInt(99)}&offset=${randomInt(9_999)}`))
  },
  async page(visitor, { products }) {
    must(await visitor.send('GET', `/product/${products[1]?.slug}?at=${randomUUID()}`))
  },
  async picture(visitor, { products }) {
    must(await visitor.send('GET', String(products[1]?.imageUrl)))
  },
  async password(visitor) {
    must(await visitor.send('POST', '/api/auth/login', people.customer))
  },
  async staff(visitor, { totp }) {
    must(await visitor.send('POST', '/api/auth/login', people.editor))
    const code = totpCode(totp, stepAt(Date.now()))
    must(await visitor.send('POST', '/api/auth/second-factor', { code }))
  },
  async google(visitor, { place: { shop } }) {
    const jar: CookieJar = new Map()
    const ownTap = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const arrived = async (path: string) =>
      (await visitor.timed(() => navigateWithCookies(new URL(path, shop.url).href, jar, { headers: ownTap }))).location
    const away = await arrived('/api/auth/google')
    refuseProblem(away)
    const person = { email: `g-${randomUUID()}@gmail.com`, firstName: 'Оксана', lastName: 'Левченко' }
    // Where nobody answers, somebody who has been there before comes back all the same.
    const state = new URL(away).searchParams.get('state') ?? ''
    const before = new URLSearchParams({ code: 'of a moment ago', state, iss: `${shop.thirdPartyUrl}/google` })
    const said = await Promise.race([completeProviderPage(away, person).catch(() => before), pause(GOOGLE_MS, before)])
    refuseProblem(await arrived(`/api/auth/google/callback?${said.toString()}`))
  },
  async email(visitor, { place }, waits) {
    const emailOrPhone = `ivan-${randomUUID().slice(0, 8)}@bar.example`
    const { userId } = must(await visitor.send('POST', '/api/auth/register', newcomer(emailOrPhone))).body
    const letter = () => codeIn(place, emailOrPhone)
    const verify = async (code: string) => void must(await visitor.send('POST', '/api/auth/verify', { userId, code }))
    const code = await comes(letter, waits ? undefined : LOOK_MS)
    if (code) return verify(code)
    return { finish: async () => verify((await comes(letter, COMES_LATER_MS)) ?? never('the letter')) }
  },
  async phone(visitor, { place }, waits) {
    const emailOrPhone = `+38067${randomInt(1_000_000, 9_999_999)}`
    const { bot } = must(await visitor.send('POST', '/api/auth/register', newcomer(emailOrPhone))).body as {
      bot: { url: string; number: string }
    }
    const isVerified = async () =>
      must(await visitor.send('GET', `/api/telegram/verification-status/${emailOrPhone}`)).body['verified'] || undefined
    const proves = async (forMs: number) => {
      await proveByBot(place, emailOrPhone, bot, forMs)
      return comes(isVerified, forMs)
    }
    if (await proves(waits ? 1_500 : LOOK_MS).catch(() => undefined)) return
    return { finish: async () => void ((await proves(COMES_LATER_MS)) ?? never('the proof')) }
  },
  async like(visitor, { products }) {
    for (const liked of [true, false]) {
      must(await visitor.send('POST', `/api/products/${products[2]?.id}/like`, { liked }))
    }
  },
  async cart(visitor, { products }) {
    must(await visitor.send('POST', '/api/cart', { productId: products[2]?.id, packageSize: '50г', quantity: 1 }))
    must(await visitor.send('DELETE', '/api/cart'))
  },
  async text(visitor, { products: [product] }) {
    if (!product) throw new Error('no product')
    must(await visitor.send('PUT', `/api/admin/products/${product.id}`, formOf(product)))
  },
  async image(visitor, { products: [, product], sent }) {
    if (!product) throw new Error('no product')
    must(await visitor.send('PUT', `/api/admin/products/${product.id}`, formOf(product, sent)))
  },
  async upload(visitor, { products: [, , , product] }) {
    if (!product) throw new Error('no product')
    must(await visitor.send('PUT', `/api/admin/products/${product.id}`, formOf(product, await sendPicture(visitor))))
  },
}

const asCustomer: readonly Probe[] = ['like', 'cart']
const asEditor: readonly Probe[] = ['text', 'image', 'upload']

/** Tries one thing, and says what came of it. */
export async function look(scene: Scene, probe: keyof typeof probes, waits: boolean): Promise<Seen> {
  const jar = asCustomer.includes(probe) ? scene.customer : asEditor.includes(probe) ? scene.editor : new Map()
  const visitor = openVisitor(scene.place.shop.url, jar)
  const seen = await probes[probe](visitor, scene, waits).then(
    (more) => ({ word: more?.finish ? 'waits' : 'ok', ...more }),
    (error: unknown) => ({ word: error instanceof Stopped ? error.message : `broken: ${String(error)}` }),
  )
  return { ...seen, ms: visitor.slowestMs }
}

/** Sends an order request; whoever sends it again names the same id. */
export async function order(scene: Scene, id: string): Promise<Seen> {
  const visitor = openVisitor(scene.place.shop.url)
  const answer = await visitor.send('POST', '/api/orders', {
    id,
    customerName: 'Олена Барвінок',
    customerPhone: `+38050${randomInt(1_000_000, 9_999_999)}`,
    items: [{ productId: scene.products[0]?.id, packageSize: '50г', quantity: 1 }],
    filledInMs: 20_000,
  })
  return { word: answer.status === 200 || answer.status === 201 ? 'ok' : wordOf(answer), ms: visitor.slowestMs }
}

/** A thing that was refused; its message is the word for it. */
class Stopped extends Error {}

function must(answer: Answer): Answer {
  if (answer.status < 200 || answer.status > 299) throw new Stopped(wordOf(answer))
  return answer
}

function wordOf({ status, body, isOurs, retryAfterS }: Answer): string {
  if (status === 503 && isOurs && (retryAfterS ?? 0) >= 1) return '503'
  return status === 0 ? 'no answer' : `${status} ${isOurs ? (body['code'] as string) : 'not in our words'}`
}

function refuseProblem(location: string): void {
  const problem = /[?&]problem=(\w+)/.exec(location)?.[1]
  if (problem) throw new Stopped(problem)
}

const never = (what: string): never => {
  throw new Error(`${what} never came`)
}

const newcomer = (emailOrPhone: string) => ({
  emailOrPhone,
  password: `ставок-під-вербою-${randomInt(1_000)}`,
  firstName: 'Іван',
  lastName: 'Мельник',
})

/** The same product under another name, and with another picture. */
const formOf = ({ price, translations }: StaffProduct, imageUrl?: string) => ({
  product: { price, ...(imageUrl && { imageUrl }) },
  translations: translations.map(({ language, name }) => ({ language, name: `${name} ${randomInt(1_000_000)}` })),
})

/** Asks for an address, sends a picture to it, answers what to save. */
async function sendPicture(visitor: Visitor): Promise<string> {
  const { uploadURL, objectPath } = must(await visitor.send('POST', '/api/objects/upload')).body as Record<
    'uploadURL' | 'objectPath',
    string
  >
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) }
  const picture = sharp({ create: { width: 320, height: 240, channels: 3, background } })
  const { pathname, search } = new URL(uploadURL)
  must(await visitor.send('PUT', pathname + search, await picture.jpeg().toBuffer()))
  return objectPath
}

/** Asks until there is something; undefined looks for a moment, to see that nothing comes. */
async function comes<T>(find: () => Promise<T | undefined>, forMs = 2_500): Promise<T | undefined> {
  const deadline = Date.now() + forMs
  for (;;) {
    const found = await find()
    if (found !== undefined || Date.now() > deadline) return found
    await pause(150)
  }
}

async function codeIn({ shop }: MatrixShop, address: string): Promise<string | undefined> {
  const letters = (await ask(`${shop.mailUrl}/control/messages`)) as { to: string[]; text: string }[] | undefined
  const letter = letters?.findLast(({ to }) => to.includes(address))
  return /\b\d{6}\b/.exec(letter?.text ?? '')?.[0]
}

/** Whether staff have been told of an order. */
export async function isTold({ shop }: MatrixShop, id: string): Promise<boolean> {
  const told = (await ask(`${shop.telegramUrl}/control/messages`)) as { text: string }[] | undefined
  return told?.some(({ text }) => text.includes(`?order=${id}`)) ?? false
}

export const untilTold = async (place: MatrixShop, id: string, forMs?: number): Promise<boolean> =>
  (await comes(async () => (await isTold(place, id)) || undefined, forMs)) ?? false

interface BotMessage {
  message_id: number
  chat: { id: number }
  reply_markup?: { inline_keyboard?: { text: string; callback_data?: string }[][] }
}

/** What the owner of a phone does in Telegram: opens the link, shares the contact, taps the number of the page. */
async function proveByBot({ shop }: MatrixShop, phone: string, bot: { url: string; number: string }, forMs: number) {
  const control = `${shop.telegramUrl}/control`
  const state = async () =>
    (await ask(`${control}/state?phone=${encodeURIComponent(phone)}`)) as
      | { me: { user: { id: number } }; messages: BotMessage[] }
      | undefined
  const as = (await state())?.me.user.id
  if (as === undefined) return
  await ask(`${control}/say`, { as, text: `/start ${new URL(bot.url).searchParams.get('start')}` })
  await ask(`${control}/contact`, { as })
  const key = await comes(async () => {
    for (const { chat, message_id: messageId, reply_markup } of (await state())?.messages ?? []) {
      const button = reply_markup?.inline_keyboard?.flat().find(({ text }) => text === bot.number)
      if (chat.id === as && button) return { chatId: chat.id, messageId, data: button.callback_data }
    }
    return undefined
  }, forMs)
  if (key) await ask(`${control}/tap`, key)
}

/** What a stand-in says; undefined when it is not there. */
async function ask(url: string, fields?: object): Promise<unknown> {
  const headers = { connection: 'close', 'content-type': 'application/json' }
  const how = fields && { method: 'POST', body: JSON.stringify(fields) }
  return fetch(url, { headers, ...how, signal: AbortSignal.timeout(5_000) })
    .then((response) => response.json())
    .catch(() => undefined)
}
