import { expect, test, vi } from 'vitest'
import { createCardDrawer, MAX_WAITING } from './card-drawer.ts'
import type { ShareCard } from './share-card.ts'

const card: ShareCard = { title: 'Лимон', picture: undefined, brand: { name: 'Цедра', wordmark: 'cyrillic' } }
const picture = '/media/0123456789abcdef0123-1200x1200c.webp'
const checkLimit = () => {}
const emptyStore = { get: () => Promise.resolve(undefined) }

/** A drawer that waits for `release`, and counts what it draws. */
function openDrawer() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const counts = { drawn: 0, atOnce: 0, mostAtOnce: 0 }
  const drawCard = createCardDrawer({
    store: emptyStore,
    draw: async () => {
      counts.drawn += 1
      counts.atOnce += 1
      counts.mostAtOnce = Math.max(counts.mostAtOnce, counts.atOnce)
      await released
      counts.atOnce -= 1
      return Buffer.from('card')
    },
  })
  return { drawCard, release, counts }
}

test('a card is drawn once for all requests that wait for it, and is cached', async () => {
  const { drawCard, release, counts } = openDrawer()

  const waiting = Array.from({ length: 30 }, () => drawCard('/a', card, checkLimit))
  release()
  await Promise.all(waiting)
  await drawCard('/a', card, checkLimit)

  expect(counts.drawn).toBe(1)
})

// catches mutation: card-queue-bounded
test('cards are drawn one at a time, and a limited number waits', async () => {
  const { drawCard, release, counts } = openDrawer()
  const accepted = Array.from({ length: MAX_WAITING + 1 }, (_, index) => drawCard(`/${index}`, card, checkLimit))
  await expect.poll(() => counts.drawn).toBe(1)

  const spend = vi.fn()
  await expect(drawCard('/more', card, spend)).rejects.toMatchObject({ code: 'busy', retryAfterS: 2 })
  expect(spend).not.toHaveBeenCalled()
  // One that is drawn already does not wait any longer.
  const again = drawCard('/0', card, checkLimit)
  release()

  await Promise.all([...accepted, again])
  expect(counts).toMatchObject({ drawn: MAX_WAITING + 1, mostAtOnce: 1 })
})

test('a card whose picture is missing is not drawn, and is tried again', async () => {
  const names: string[] = []
  const drawCard = createCardDrawer({
    store: { get: async (name) => (names.push(name) > 1 ? Buffer.from('picture') : undefined) },
    draw: async () => Buffer.from('card'),
  })

  await expect(drawCard('/a', { ...card, picture }, checkLimit)).rejects.toMatchObject({ code: 'not_found' })
  expect(String(await drawCard('/a', { ...card, picture }, checkLimit))).toBe('card')
  expect(names).toEqual(Array.from({ length: 2 }, () => '0123456789abcdef0123-1200x1200c.640.webp'))
})
