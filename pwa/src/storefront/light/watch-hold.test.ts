import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchHold } from './watch-hold.ts'

/** An event with the members that the listeners read. */
const createEvent = (type: string, members: object = {}) =>
  Object.assign(new Event(type, { cancelable: true }), { pointerId: 1, x: 5, y: 5, button: 0, ...members })

let surface: EventTarget
let page: EventTarget
let handlers: { onStart: () => void; onMove: () => void; onEnd: () => void }
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('Element', class {})
  surface = Object.assign(new EventTarget(), { getBoundingClientRect: () => ({ left: 0, top: 0 }) })
  handlers = { onStart: vi.fn(), onMove: vi.fn(), onEnd: vi.fn() }
  stop = watchHold(surface as HTMLElement, handlers)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Presses the surface and releases the pointer after this time. */
function hold(durationMs: number): void {
  surface.dispatchEvent(Object.defineProperty(createEvent('pointerdown'), 'timeStamp', { value: 0 }))
  vi.advanceTimersByTime(durationMs)
  page.dispatchEvent(Object.defineProperty(createEvent('pointerup'), 'timeStamp', { value: durationMs }))
}

const isClickIgnored = (detail: number) => !surface.dispatchEvent(createEvent('click', { detail }))

test('a press is a hold after 150 ms, and ends with its pointer', () => {
  hold(100)
  expect(handlers.onStart).not.toHaveBeenCalled()
  hold(200)
  expect(handlers.onStart).toHaveBeenCalledOnce()
  expect(handlers.onEnd).toHaveBeenCalledOnce()
})

test('a slow tap clicks, a long hold does not', () => {
  hold(300)
  expect(isClickIgnored(1)).toBe(false)
  hold(600)
  expect(isClickIgnored(1)).toBe(true)
  expect(isClickIgnored(1)).toBe(false)
})

test('after a hold that was released elsewhere the keyboard clicks', () => {
  hold(600)
  expect(isClickIgnored(0)).toBe(false)
})

test('a swipe is no hold, and a removed listener reports none', () => {
  surface.dispatchEvent(createEvent('pointerdown'))
  page.dispatchEvent(createEvent('pointermove', { x: 40 }))
  vi.advanceTimersByTime(200)
  surface.dispatchEvent(createEvent('pointerdown'))
  stop()
  vi.advanceTimersByTime(200)
  expect(handlers.onStart).not.toHaveBeenCalled()
})
