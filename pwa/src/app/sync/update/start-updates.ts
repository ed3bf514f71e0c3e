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
/** Minimum milliseconds between two update checks of a page that becomes visible. */
const MIN_CHECK_INTERVAL_MS = HOUR_MS / 2
const BUSY_POLL_MS = 1_000

/** `ready`: a build is waiting and the user has not agreed yet; `later`: the user agreed but a tab is busy. */
export type Update = 'none' | 'ready' | 'later'

const updateStore = createStore<Update>('none')
export const useUpdate = updateStore.use

let accept: () => Promise<void> = () => Promise.resolve()
/** Called when the user agrees to the update; requests the consent of the other tabs (consent.ts). */
export const acceptUpdate = (): Promise<void> => accept()

let isStarted = false

/** Registers the service worker, checks for new builds, and preloads the remaining chunks. Runs once per page. */
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
    // The first worker takes control of a page of its own build.
    if (isControlled) reloadWhenNoInput()
    isControlled = true
  })
  const registration = await worker.register({ immediate: true })
  if (!registration) return undefined
  // A worker that activated while this page was loading has claimed every page but this one.
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

/** Reloads the tab once it has no half-filled form; until then it keeps its own build. */
function reloadWhenNoInput(): void {
  if (hasUnsavedInput()) setTimeout(reloadWhenNoInput, BUSY_POLL_MS)
  else location.reload()
}

function scheduleUpdateChecks(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now()
  const check = () => {
    checkedAt = Date.now()
    // Fails when offline.
    registration.update().catch(() => {})
  }
  setInterval(check, HOUR_MS)
  addEventListener('online', check)
  addEventListener(UPDATE_REQUIRED_EVENT, check)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Math.abs(Date.now() - checkedAt) >= MIN_CHECK_INTERVAL_MS) check()
  })
}
