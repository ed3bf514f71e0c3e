import { QueryClient } from '@tanstack/react-query'
import type { User } from '@tsedra/contract/accounts'
import type { CartItem } from '@tsedra/contract/cart'
import { vi } from 'vitest'
import type { Product } from '../src/catalogue/queries.ts'

/** Modules of the page add browser listeners when they are imported. */
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('document', { cookie: '', documentElement: {}, getElementById: () => null })
vi.stubGlobal('indexedDB', { databases: () => Promise.resolve([]) })

const [{ getCurrentUser, setCurrentUser }, { resetToGuest }] = await Promise.all([
  import('../src/session/current-user.ts'),
  import('../src/session/account-data.ts'),
  import('../src/shared/i18n/language.ts').then(({ withMessages }) => withMessages('accounts', Promise.resolve())),
])

export interface RecordedCall {
  method: string
  path: string
  body: Record<string, unknown>
}

/** Fault injected into one call. */
export type Fault = 'none' | 'no_network' | 'answer_lost' | 'refused' | 'signed_out'

export const buildProduct = (id: string, likesCount = 7): Product =>
  ({
    id,
    slug: id,
    price: '119.05',
    likesCount,
    availablePackages: ['50г', '100г', '500г', '1кг'],
    translations: [],
  }) as unknown as Product // fields that the tested code does not read are left out

/** Stubs `fetch` with a shop that stores the favourites and the cart of one user, with injected faults and delays. */
export function fakeShop() {
  const liked = new Set<string>()
  let cart: CartItem[] = []
  let lineCount = 0
  const calls: RecordedCall[] = []
  const inFlight = { current: 0, max: 0 }
  const faults: Fault[] = []
  let callGate: Promise<void> | undefined
  let responseGate: Promise<void> | undefined
  let latency = () => Promise.resolve()

  const handlers: Record<string, (recordedCall: RecordedCall) => unknown> = {
    'GET /api/users/liked-products': () => [...liked].map((id) => buildProduct(id)),
    'GET /api/cart': () => cart,
    'POST /api/cart': ({ body }) => {
      const { productId, packageSize, quantity } = body as { productId: string } & Pick<
        CartItem,
        'packageSize' | 'quantity'
      >
      const line = cart.find((item) => item.product.id === productId && item.packageSize === packageSize)
      if (line)
        cart = cart.map((item) =>
          item === line ? { ...line, quantity: Math.min(99, line.quantity + quantity) } : item,
        )
      else
        cart = [
          ...cart,
          {
            id: `line-${++lineCount}`,
            product: buildProduct(productId),
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
      if (!cart.some((item) => item.id === id)) return undefined
      cart = cart.map((item) => (item.id === id ? { ...item, quantity: Number(body['quantity']) } : item))
      return cart
    },
    'DELETE /api/cart/:id': ({ path }) => {
      const id = path.split('/').at(-1)
      if (!cart.some((item) => item.id === id)) return undefined
      cart = cart.filter((item) => item.id !== id)
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

  async function handleFetch(url: string, { method = 'GET', body = '{}' }: { method?: string; body?: string } = {}) {
    const path = url.split('?')[0] ?? ''
    const recordedCall = { method, path, body: JSON.parse(body) as Record<string, unknown> }
    calls.push(recordedCall)
    inFlight.current += 1
    inFlight.max = Math.max(inFlight.max, inFlight.current)
    try {
      const fault = method === 'GET' ? 'none' : (faults.shift() ?? 'none')
      await callGate
      await latency()
      if (fault === 'no_network') throw new TypeError('Failed to fetch')
      if (fault === 'refused') return respond(429, { code: 'too_many_requests', message: '' })
      if (fault === 'signed_out') return respond(401, { code: 'unauthorized', message: 'Unauthorized' })
      const route = `${method} ${path.replace(/(?<=cart\/|products\/)[^/]+/, ':id')}`
      const result = handlers[route]?.(recordedCall)
      if (method === 'GET') await responseGate
      await latency()
      if (fault === 'answer_lost') throw new TypeError('Failed to fetch')
      return result === undefined ? respond(404, { code: 'not_found', message: '' }) : respond(200, result)
    } finally {
      inFlight.current -= 1
    }
  }

  const respond = (status: number, body: unknown) => Response.json(body, { status, headers: { 'x-app': 'tsedra' } })

  vi.stubGlobal('fetch', handleFetch)
  const user = { id: crypto.randomUUID() } as User // only the id is read
  resetToGuest()
  setCurrentUser({ user, likedIds: [], inCart: 0 })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })

  return {
    client,
    calls,
    inFlight,
    faults,
    liked,
    currentUser: () => getCurrentUser(),
    cart: () => cart.map(({ product, packageSize, quantity }) => [product.id, packageSize, quantity]),
    /** Delays all calls until the returned function is called. */
    holdCalls(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      callGate = promise
      return resolve
    },
    /** Delays responses of GET calls, with the current data, until the returned function is called. */
    holdResponses(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      responseGate = promise
      return resolve
    },
    /** Adds a random latency of up to 2 ms to each request and response. */
    addLatency(random: () => number): void {
      latency = () => new Promise((resolve) => setTimeout(resolve, random() * 2))
    },
  }
}
