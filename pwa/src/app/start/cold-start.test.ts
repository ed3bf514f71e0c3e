import { expect, test, vi } from 'vitest'
import { readLocal } from '../../shared/local-storage.ts'
import { setUpdateWaiting, updateBeforeStart } from './cold-start.ts'

/** A build that waits, and counts this window alone; it takes over when the returned function is called. */
function stubWaitingWorker() {
  const messages: string[] = []
  const page = new EventTarget()
  const waitingWorker = {
    postMessage({ type }: { type: string }, [port]: MessagePort[]) {
      messages.push(type)
      port?.postMessage(1)
    },
  }
  const serviceWorker = Object.assign(page, {
    controller: {},
    getRegistration: async () => ({ waiting: waitingWorker }),
  })
  vi.stubGlobal('navigator', { serviceWorker })
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  setUpdateWaiting(true)
  return { told: messages, reload, takeOver: () => page.dispatchEvent(new Event('controllerchange')) }
}

test('a start that is left before the build has taken over leaves it to the next one', async () => {
  const { told, reload, takeOver } = stubWaitingWorker()
  const started = updateBeforeStart()
  await vi.waitFor(() => expect(told).toEqual(['COUNT_WINDOWS', 'SKIP_WAITING']))
  expect(readLocal('update')).toBe('waits')

  takeOver()
  expect(await started).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
  expect(readLocal('update')).toBeUndefined()
})
