import { expect, test, vi } from 'vitest'
import { recall } from '../../shared/remembered.ts'
import { rememberWaiting, updateBeforeStart } from './cold-start.ts'

/** A build that waits, and counts this window alone; it takes over when the returned function is called. */
function aBuildWaits() {
  const told: string[] = []
  const page = new EventTarget()
  const waiting = {
    postMessage({ type }: { type: string }, [port]: MessagePort[]) {
      told.push(type)
      port?.postMessage(1)
    },
  }
  const serviceWorker = Object.assign(page, { controller: {}, getRegistration: async () => ({ waiting }) })
  vi.stubGlobal('navigator', { serviceWorker })
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  rememberWaiting(true)
  return { told, reload, takeOver: () => page.dispatchEvent(new Event('controllerchange')) }
}

test('a start that is left before the build has taken over leaves it to the next one', async () => {
  const { told, reload, takeOver } = aBuildWaits()
  const started = updateBeforeStart()
  await vi.waitFor(() => expect(told).toEqual(['COUNT_WINDOWS', 'SKIP_WAITING']))
  expect(recall('update')).toBe('waits')

  takeOver()
  expect(await started).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
  expect(recall('update')).toBeUndefined()
})
