import { expect, test, vi } from 'vitest'
import { readLocal } from '../../shared/local-storage.ts'
import { setUpdateWaiting, updateBeforeStart } from './cold-start.ts'

/** Stubs a waiting worker that counts one window and takes over when `takeOver` is called. */
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
  return { messages, reload, takeOver: () => page.dispatchEvent(new Event('controllerchange')) }
}

test('the mark of a waiting update stays until the new build has taken over', async () => {
  const { messages, reload, takeOver } = stubWaitingWorker()
  const started = updateBeforeStart()
  await vi.waitFor(() => expect(messages).toEqual(['COUNT_WINDOWS', 'SKIP_WAITING']))
  expect(readLocal('update')).toBe('waits')

  takeOver()
  expect(await started).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
  expect(readLocal('update')).toBeUndefined()
})
