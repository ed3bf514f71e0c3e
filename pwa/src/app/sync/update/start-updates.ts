import type { Workbox } from 'workbox-window'
import { waitUntilSettled, waitUntilIdle } from '../../../shared/idle.ts'
import { preloadAllChunks } from '../../../shared/lazy-component.ts'
import { createStore } from '../../../shared/store.ts'
import { setUpdateWaiting } from '../../start/cold-start.ts'
import { hasUnsavedInput } from '../../start/unsaved-input.ts'
import { countWindows, postToWorker } from '../../start/worker-client.ts'
import { scheduleShellChecks } from './schedule-shell-checks.ts'
import { createConsent } from './consent.ts'
import { getServiceWorker } from './registration.ts'
import { UPDATE_REQUIRED_EVENT } from '../../../shared/update-required.ts'

const HOUR_MS = 3600_000
/** However often the page is looked at, the server is not asked oftener. */
const MIN_CHECK_INTERVAL_MS = HOUR_MS / 2
const BUSY_POLL_MS = 1_000

/** A build waits to take over: nobody was asked yet, or somebody agreed and a tab is not free. */
export type Update = 'none' | 'ready' | 'later'

const updateStore = createStore<Update>('none')
export const useUpdate = updateStore.use

let accept: () => Promise<void> = () => Promise.resolve()
/** The shopper agrees; the other tabs are asked (consent.ts). */
export const acceptUpdate = (): Promise<void> => accept()

let isStarted = false

/** Registers the service worker, looks for new builds, and brings everything that an open tab may still want. Once. */
export async function startUpdates(): Promise<void> {
  if (isStarted) return
  isStarted = true
  const worker = getServiceWorker()
  const registration = worker && (await register(worker).catch(() => undefined))
  if (registration) scheduleUpdateChecks(registration)
  await waitUntilSettled()
  scheduleShellChecks()
  await preloadAllChunks(waitUntilIdle)
}

async function register(worker: Workbox): Promise<ServiceWorkerRegistration | undefined> {
  let isControlled = navigator.serviceWorker.controller !== null
  worker.addEventListener('waiting', () => {
    setUpdateWaiting(true)
    updateStore.set('ready')
  })
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes a page over that is of its own build.
    if (isControlled) reloadWhenNoInput()
    isControlled = true
  })
  const registration = await worker.register({ immediate: true })
  if (!registration) return undefined
  // A worker that got ready while this page was on its way has looked after every page but this one.
  if (!isControlled && registration.active) postToWorker(registration.active, { type: 'CLAIM' })
  const getWaitingWorker = () => registration.waiting ?? undefined
  const consent = createConsent({
    channel: new BroadcastChannel('tsedra.update'),
    isBusy: hasUnsavedInput,
    countWindows: async () => {
      const waitingWorker = getWaitingWorker()
      return waitingWorker ? countWindows(waitingWorker) : Number.POSITIVE_INFINITY
    },
    takeOver() {
      setUpdateWaiting(false)
      const waitingWorker = getWaitingWorker()
      if (waitingWorker) postToWorker(waitingWorker, { type: 'SKIP_WAITING' })
    },
  })
  accept = async () => updateStore.set((await consent.request()) === 'taken' ? 'none' : 'later')
  return registration
}

/** A half-filled form is never taken from anybody: this tab lives on with its own build as long as it needs. */
function reloadWhenNoInput(): void {
  if (hasUnsavedInput()) setTimeout(reloadWhenNoInput, BUSY_POLL_MS)
  else location.reload()
}

function scheduleUpdateChecks(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now()
  const check = () => {
    checkedAt = Date.now()
    // Without a network there is nothing to be seen.
    registration.update().catch(() => {})
  }
  setInterval(check, HOUR_MS)
  addEventListener('online', check)
  addEventListener(UPDATE_REQUIRED_EVENT, check)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Math.abs(Date.now() - checkedAt) >= MIN_CHECK_INTERVAL_MS) check()
  })
}
