import type { Workbox } from 'workbox-window'
import { calm, idle } from '../../../shared/idle.ts'
import { fetchEveryPart } from '../../../shared/lazily.ts'
import { createStore } from '../../../shared/store.ts'
import { rememberWaiting } from '../../start/cold-start.ts'
import { isHalfFilled } from '../../start/half-filled.ts'
import { countWindows, tell } from '../../start/windows.ts'
import { keepChecking } from './check-shell.ts'
import { createConsent } from './consent.ts'
import { serviceWorker } from './registration.ts'
import { TOO_OLD } from '../../../shared/too-old.ts'

const HOUR_MS = 3600_000
/** However often the page is looked at, the server is not asked oftener. */
const SPACING_MS = HOUR_MS / 2
const LOOK_AGAIN_MS = 1_000

/** A build waits to take over: nobody was asked yet, or somebody agreed and a tab is not free. */
export type Update = 'none' | 'ready' | 'later'

const update = createStore<Update>('none')
export const useUpdate = update.use

let accept: () => Promise<void> = () => Promise.resolve()
/** The shopper agrees; the other tabs are asked (consent.ts). */
export const acceptUpdate = (): Promise<void> => accept()

let started = false

/** Registers the service worker, looks for new builds, and brings everything that an open tab may still want. Once. */
export async function keepUpToDate(): Promise<void> {
  if (started) return
  started = true
  const worker = serviceWorker()
  const registration = worker && (await register(worker).catch(() => undefined))
  if (registration) lookForUpdates(registration)
  await calm()
  keepChecking()
  await fetchEveryPart(idle)
}

async function register(worker: Workbox): Promise<ServiceWorkerRegistration | undefined> {
  let controlled = navigator.serviceWorker.controller !== null
  worker.addEventListener('waiting', () => {
    rememberWaiting(true)
    update.set('ready')
  })
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes a page over that is of its own build.
    if (controlled) reloadWhenFree()
    controlled = true
  })
  const registration = await worker.register({ immediate: true })
  if (!registration) return undefined
  // A worker that got ready while this page was on its way has looked after every page but this one.
  if (!controlled && registration.active) tell(registration.active, { type: 'CLAIM' })
  const waiting = () => registration.waiting ?? undefined
  const consent = createConsent({
    channel: new BroadcastChannel('tsedra.update'),
    isBusy: isHalfFilled,
    countWindows: async () => {
      const each = waiting()
      return each ? countWindows(each) : Number.POSITIVE_INFINITY
    },
    takeOver() {
      rememberWaiting(false)
      const each = waiting()
      if (each) tell(each, { type: 'SKIP_WAITING' })
    },
  })
  accept = async () => update.set((await consent.ask()) === 'taken' ? 'none' : 'later')
  return registration
}

/** A half-filled form is never taken from anybody: this tab lives on with its own build as long as it needs. */
function reloadWhenFree(): void {
  if (isHalfFilled()) setTimeout(reloadWhenFree, LOOK_AGAIN_MS)
  else location.reload()
}

function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now()
  const look = () => {
    lookedAt = Date.now()
    // Without a network there is nothing to be seen.
    registration.update().catch(() => {})
  }
  setInterval(look, HOUR_MS)
  addEventListener('online', look)
  addEventListener(TOO_OLD, look)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Math.abs(Date.now() - lookedAt) >= SPACING_MS) look()
  })
}
