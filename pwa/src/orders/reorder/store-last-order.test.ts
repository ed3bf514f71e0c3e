import type { User } from '@tsedra/contract/accounts'
import { beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('addEventListener', vi.fn())
const { setCurrentUser } = await import('../../session/current-user.ts')
const { lastOrderStore } = await import('../../shared/last-order.ts')
const { setLastOrder } = await import('../../shared/last-order-changes.ts')
const { storeLastOrder } = await import('./store-last-order.ts')

const signIn = (id: string | null) => setCurrentUser(id ? { user: { id } as User, likedIds: [], inCart: 0 } : null)
const lines = [
  {
    product: { id: '1', slug: 'lime', name: 'Lime', imageUrl: null, price: '95.50', availablePackages: ['100г'] },
    packageSize: '100г',
    quantity: 2,
  },
] satisfies Parameters<typeof storeLastOrder>[2]

beforeEach(() => {
  signIn(null)
  setLastOrder(null)
})

test('a placed order is stored with its owner and the price of its packages', () => {
  storeLastOrder('of a guest', undefined, lines)
  expect(lastOrderStore.get()).toEqual({
    id: 'of a guest',
    ownerId: null,
    lines: [{ slug: 'lime', name: 'Lime', packageSize: '100г', quantity: 2, unitPrice: '171.90' }],
  })

  signIn('olena')
  storeLastOrder('of a user', 'olena', lines)
  expect(lastOrderStore.get()).toMatchObject({ id: 'of a user', ownerId: 'olena' })
})

test('an order whose user signs out or is replaced while it is sent is not stored', () => {
  storeLastOrder('sent', 'olena', lines)
  expect(lastOrderStore.get()).toBeNull()
  signIn('taras')
  storeLastOrder('sent', 'olena', lines)
  storeLastOrder('sent', undefined, lines)
  expect(lastOrderStore.get()).toBeNull()
})

test('an enquiry without products is not stored', () => {
  storeLastOrder('enquiry', undefined, [])
  expect(lastOrderStore.get()).toBeNull()
})
