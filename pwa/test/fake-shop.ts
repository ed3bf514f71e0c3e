import { QueryClient } from '@tanstack/react-query'
import type { User } from '@tsedra/contract/accounts'
import type { CartItem } from '@tsedra/contract/cart'
import { vi } from 'vitest'
import type { Product } from '../src/catalogue/queries.ts'

/** Modules of the page listen to the browser as soon as they are loaded. */
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('document', { cookie: '', documentElement: {}, getElementById: () => null })
vi.stubGlobal('indexedDB', { databases: () => Promise.resolve([]) })

const [{ currentPerson, setPerson }, { becomeGuest }] = await Promise.all([
  import('../src/session/person.ts'),
  import('../src/session/mine.ts'),
  import('../src/shared/i18n/language.ts').then(({ withTexts }) => withTexts('people', Promise.resolve())),
])

export interface Told {
  method: string
  path: string
  body: Record<string, unknown>
}

/** What happens to one call on its way. */
export type Fault = 'none' | 'no_network' | 'answer_lost' | 'refused' | 'signed_out'

export const aProduct = (id: string, likesCount = 7): Product =>
  ({
    id,
    slug: id,
    price: '119.05',
    likesCount,
    availablePackages: ['50г', '100г', '500г', '1кг'],
    translations: [],
  }) as unknown as Product // what the screens do not look at is left out

/** A shop that keeps the favourites and the cart of one person, and a network that does what the test says. */
export function fakeShop() {
  const liked = new Set<string>()
  let cart: CartItem[] = []
  let made = 0
  const told: Told[] = []
  const underWay = { now: 0, most: 0 }
  const faults: Fault[] = []
  let hold: Promise<void> | undefined
  let answers: Promise<void> | undefined
  let latency = () => Promise.resolve()

  const act: Record<string, (asked: Told) => unknown> = {
    'GET /api/users/liked-products': () => [...liked].map((id) => aProduct(id)),
    'GET /api/cart': () => cart,
    'POST /api/cart': ({ body }) => {
      const { productId, packageSize, quantity } = body as { productId: string } & Pick<
        CartItem,
        'packageSize' | 'quantity'
      >
      const line = cart.find((each) => each.product.id === productId && each.packageSize === packageSize)
      if (line)
        cart = cart.map((each) =>
          each === line ? { ...line, quantity: Math.min(99, line.quantity + quantity) } : each,
        )
      else
        cart = [
          ...cart,
          {
            id: `line-${++made}`,
            product: aProduct(productId),
            packageSize,
            quantity,
            unitPrice: '',
            lineTotal: '',
            available: true,
          },
        ]
      return cart
    },
    'PUT /api/cart/:id': ({ path, body }) => {
      const id = path.split('/').at(-1)
      if (!cart.some((each) => each.id === id)) return undefined
      cart = cart.map((each) => (each.id === id ? { ...each, quantity: Number(body['quantity']) } : each))
      return cart
    },
    'DELETE /api/cart/:id': ({ path }) => {
      const id = path.split('/').at(-1)
      if (!cart.some((each) => each.id === id)) return undefined
      cart = cart.filter((each) => each.id !== id)
      return cart
    },
    'DELETE /api/cart': () => (cart = []),
    'POST /api/products/:id/like': ({ path, body }) => {
      const id = path.split('/').at(-2) ?? ''
      if (body['liked']) liked.add(id)
      else liked.delete(id)
      return { liked: body['liked'], likesCount: 7 + Number(body['liked']) }
    },
  }

  async function answer(url: string, { method = 'GET', body = '{}' }: { method?: string; body?: string } = {}) {
    const path = url.split('?')[0] ?? ''
    const asked = { method, path, body: JSON.parse(body) as Record<string, unknown> }
    told.push(asked)
    underWay.now += 1
    underWay.most = Math.max(underWay.most, underWay.now)
    try {
      const fault = method === 'GET' ? 'none' : (faults.shift() ?? 'none')
      await hold
      await latency()
      if (fault === 'no_network') throw new TypeError('Failed to fetch')
      if (fault === 'refused') return say(429, { code: 'too_many_requests', message: '' })
      if (fault === 'signed_out') return say(401, { code: 'unauthorized', message: 'Unauthorized' })
      const address = `${method} ${path.replace(/(?<=cart\/|products\/)[^/]+/, ':id')}`
      const done = act[address]?.(asked)
      if (method === 'GET') await answers
      await latency()
      if (fault === 'answer_lost') throw new TypeError('Failed to fetch')
      return done === undefined ? say(404, { code: 'not_found', message: '' }) : say(200, done)
    } finally {
      underWay.now -= 1
    }
  }

  const say = (status: number, body: unknown) => Response.json(body, { status, headers: { 'x-app': 'tsedra' } })

  vi.stubGlobal('fetch', answer)
  const user = { id: crypto.randomUUID() } as User // who it is does not matter here
  becomeGuest()
  setPerson({ user, likedIds: [], inCart: 0 })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })

  return {
    client,
    told,
    underWay,
    faults,
    liked,
    person: () => currentPerson(),
    cart: () => cart.map(({ product, packageSize, quantity }) => [product.id, packageSize, quantity]),
    /** Calls wait until the returned function is called. */
    holdCalls(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      hold = promise
      return resolve
    },
    /** Answers to questions, as of now, arrive when the returned function is called. */
    holdAnswers(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      answers = promise
      return resolve
    },
    /** Each call takes its time, both ways. */
    takeTime(random: () => number): void {
      latency = () => new Promise((done) => setTimeout(done, random() * 2))
    },
  }
}
