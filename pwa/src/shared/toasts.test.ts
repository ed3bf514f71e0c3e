import { beforeEach, expect, test, vi } from 'vitest'

// Read outside a component.
vi.mock('react', async (actual) => ({
  ...(await actual<typeof import('react')>()),
  useSyncExternalStore: (_subscribe: unknown, read: () => unknown) => read(),
}))
const { dismissToast, showToast, useToast: readToast } = await import('./toasts.ts')
const readTitle = () => readToast()?.title

beforeEach(() => {
  dismissToast()
  dismissToast()
})

test('the toast of an action replaces the current one', () => {
  for (const kind of ['news', undefined, 'bad'] as const) {
    showToast({ ...(kind && { kind }), title: 'before' })
    showToast({ title: 'after' })
    expect(readTitle(), kind).toBe('after')
  }
})

test.each([
  ['a refusal', { kind: 'bad', title: 'refused' } as const],
  ['a toast with "Undo"', { title: 'moved', action: { label: 'Undo', run: () => {} } }],
])('news waits until %s is dismissed', (_name, toast) => {
  showToast(toast)
  showToast({ kind: 'news', title: 'first order' })
  showToast({ kind: 'news', title: 'second order' })

  expect(readTitle()).toBe(toast.title)
  dismissToast()
  expect(readTitle()).toBe('second order')
  dismissToast()
  expect(readTitle()).toBeUndefined()
})

test('news waits while one action follows another, and replaces other news', () => {
  showToast({ kind: 'bad', title: 'refused' })
  showToast({ kind: 'news', title: 'first order' })
  showToast({ title: 'moved' })

  expect(readTitle()).toBe('moved')
  dismissToast()
  expect(readTitle()).toBe('first order')
  showToast({ kind: 'news', title: 'second order' })
  expect(readTitle()).toBe('second order')
})
