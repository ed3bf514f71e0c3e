import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('addEventListener', vi.fn())
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
const { lastOrderStore } = await import('./last-order.ts')
const { deleteLastOrder, hideLastOrderOfAccount, keepLastOrderOf, setLastOrder } = await import(
  './last-order-changes.ts'
)

const line = { slug: 'lime', name: 'Lime', packageSize: '50г', quantity: 1, unitPrice: '95.00' } as const
const createOrder = (ownerId: string | null, lineCount = 1) => ({
  id: 'order',
  ownerId,
  lines: Array.from({ length: lineCount }, () => line),
})
const readReservedRows = () => stored.get('tsedra.slipRows')
const readOwner = () => lastOrderStore.get()?.ownerId

beforeEach(() => setLastOrder(null))

test('the boot script reserves up to four rows, none for a dismissed order', () => {
  setLastOrder(createOrder(null, 2))
  expect(readReservedRows()).toBe('2')
  setLastOrder(createOrder(null, 9))
  expect(readReservedRows()).toBe('4')
  setLastOrder({ ...createOrder(null), isDismissed: true })
  expect(readReservedRows()).toBeUndefined()
  expect(stored.has('tsedra.lastOrder')).toBe(true)
})

test('a cancelled order is deleted, another one stays', () => {
  setLastOrder(createOrder(null))
  deleteLastOrder('another')
  expect(lastOrderStore.get()).not.toBeNull()
  deleteLastOrder('order')
  expect([lastOrderStore.get(), stored.size]).toEqual([null, 0])
})

test('the sign-in of another account deletes the last order; that of its owner, or after a guest, keeps it', () => {
  setLastOrder(createOrder('olena'))
  keepLastOrderOf('olena')
  expect(readOwner()).toBe('olena')
  keepLastOrderOf('taras')
  expect([lastOrderStore.get(), stored.size]).toEqual([null, 0])

  setLastOrder(createOrder(null))
  keepLastOrderOf('taras')
  expect(readOwner()).toBeNull()
})

test('while the session of its owner has ended no height is reserved for an order that is not shown', () => {
  setLastOrder(createOrder('olena', 2))
  hideLastOrderOfAccount()
  expect([readOwner(), readReservedRows()]).toEqual(['olena', undefined])
  keepLastOrderOf('olena')
  expect(readReservedRows()).toBe('2')

  setLastOrder(createOrder(null))
  hideLastOrderOfAccount()
  expect(readReservedRows()).toBe('1')
})
