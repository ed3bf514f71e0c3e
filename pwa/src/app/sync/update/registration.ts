import { Workbox } from 'workbox-window'

const WORKER_URL = '/sw.js'

/** Trusted Types are no part of TypeScript's browser, nor of every browser. */
interface PolicyFactory {
  createPolicy(name: 'sw', rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** The one script address that the shop's Content-Security-Policy lets a script make (infra/edge/headers.ts). */
function getWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  const rules = { createScriptURL: () => WORKER_URL }
  return (trustedTypes?.createPolicy('sw', rules) ?? rules).createScriptURL(WORKER_URL)
}

let instance: Workbox | undefined

/** The page's view of the service worker; undefined where there are none. */
export function getServiceWorker(): Workbox | undefined {
  if (!('serviceWorker' in navigator)) return undefined
  instance ??= new Workbox(getWorkerUrl(), { scope: '/', updateViaCache: 'none' })
  return instance
}
