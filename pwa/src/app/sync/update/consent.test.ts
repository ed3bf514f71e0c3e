import { expect, test, vi } from 'vitest'
import { type Consent, createConsent } from './consent.ts'

interface Tab {
  busy: boolean
  frozen: boolean
  consent: Consent
}

/** Tabs of one browser; `taken` counts how often the waiting worker was told to take over. */
function openTabs(count: number) {
  const world = { taken: 0, tabs: [] as Tab[] }
  const channels: { onmessage: ((event: MessageEvent) => void) | null }[] = []
  for (let place = 0; place < count; place += 1) {
    const tab = { busy: false, frozen: false } as Tab
    const channel = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      postMessage(data: unknown) {
        channels.forEach((other, at) => {
          if (other !== channel && !world.tabs[at]?.frozen)
            setTimeout(() => other.onmessage?.({ data } as MessageEvent))
        })
      },
    }
    channels.push(channel)
    tab.consent = createConsent({
      channel,
      isBusy: () => tab.busy,
      countWindows: () => Promise.resolve(count),
      takeOver: () => {
        world.taken += 1
      },
      answerWithinMs: 250,
      lookAgainMs: 5,
      askAgainMs: 40,
    })
    world.tabs.push(tab)
  }
  return world as typeof world & { tabs: [Tab, Tab, Tab] }
}

test('an update that every tab agrees to takes over', async () => {
  const world = openTabs(3)

  expect(await world.tabs[0].consent.ask()).toBe('taken')
  expect(world.taken).toBe(1)
})

test('a half-filled form in any tab keeps the update waiting, until that tab is free', async () => {
  const world = openTabs(3)
  world.tabs[2].busy = true

  expect(await world.tabs[0].consent.ask()).toBe('later')
  expect(world.taken).toBe(0)

  world.tabs[2].busy = false
  await vi.waitFor(() => expect(world.taken).toBe(1))
})

test('a half-filled form in the tab that asks keeps it waiting too', async () => {
  const world = openTabs(3)
  world.tabs[0].busy = true

  expect(await world.tabs[0].consent.ask()).toBe('later')
  expect(world.taken).toBe(0)

  world.tabs[0].busy = false
  await vi.waitFor(() => expect(world.taken).toBe(1))
})

test('what is typed while the answers come in is noticed', async () => {
  const world = openTabs(3)
  const asked = world.tabs[0].consent.ask()
  world.tabs[0].busy = true

  expect(await asked).toBe('later')
  expect(world.taken).toBe(0)
})

test('a frozen tab does not answer: the update waits for it', async () => {
  const world = openTabs(3)
  world.tabs[1].frozen = true

  expect(await world.tabs[0].consent.ask()).toBe('later')
  expect(world.taken).toBe(0)

  world.tabs[1].frozen = false
  await vi.waitFor(() => expect(world.taken).toBe(1))
})
