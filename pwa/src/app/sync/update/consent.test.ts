import { expect, test, vi } from 'vitest'
import { type Consent, createConsent } from './consent.ts'

interface Tab {
  isBusy: boolean
  isFrozen: boolean
  consent: Consent
}

/** Opens tabs of one browser; `taken` counts the `takeOver` calls. */
function openTabs(count: number) {
  const world = { taken: 0, tabs: [] as Tab[] }
  const channels: { onmessage: ((event: MessageEvent) => void) | null }[] = []
  for (let index = 0; index < count; index += 1) {
    const tab = { isBusy: false, isFrozen: false } as Tab
    const channel = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      postMessage(data: unknown) {
        channels.forEach((other, otherIndex) => {
          if (other !== channel && !world.tabs[otherIndex]?.isFrozen)
            setTimeout(() => other.onmessage?.({ data } as MessageEvent))
        })
      },
    }
    channels.push(channel)
    tab.consent = createConsent({
      channel,
      isBusy: () => tab.isBusy,
      countWindows: () => Promise.resolve(count),
      takeOver: () => {
        world.taken += 1
      },
      responseTimeoutMs: 250,
      busyPollMs: 5,
      retryDelayMs: 40,
    })
    world.tabs.push(tab)
  }
  return world as typeof world & { tabs: [Tab, Tab, Tab] }
}

test('an update takes over when every tab agrees', async () => {
  const world = openTabs(3)

  expect(await world.tabs[0].consent.request()).toBe('taken')
  expect(world.taken).toBe(1)
})

test('a half-filled form in any tab delays the update until that tab is free', async () => {
  const world = openTabs(3)
  world.tabs[2].isBusy = true

  expect(await world.tabs[0].consent.request()).toBe('later')
  expect(world.taken).toBe(0)

  world.tabs[2].isBusy = false
  await vi.waitFor(() => expect(world.taken).toBe(1))
})

test('a half-filled form in the requesting tab delays the update too', async () => {
  const world = openTabs(3)
  world.tabs[0].isBusy = true

  expect(await world.tabs[0].consent.request()).toBe('later')
  expect(world.taken).toBe(0)

  world.tabs[0].isBusy = false
  await vi.waitFor(() => expect(world.taken).toBe(1))
})

test('input during the consent round delays the update', async () => {
  const world = openTabs(3)
  const result = world.tabs[0].consent.request()
  world.tabs[0].isBusy = true

  expect(await result).toBe('later')
  expect(world.taken).toBe(0)
})

test('the update waits for a frozen tab, which does not respond', async () => {
  const world = openTabs(3)
  world.tabs[1].isFrozen = true

  expect(await world.tabs[0].consent.request()).toBe('later')
  expect(world.taken).toBe(0)

  world.tabs[1].isFrozen = false
  await vi.waitFor(() => expect(world.taken).toBe(1))
})
