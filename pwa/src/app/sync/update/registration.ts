import { Workbox } from 'workbox-window'

const WORKER_URL = '/sw.js'

/** Trusted Types: absent from TypeScript's DOM types, and from some browsers. */
interface PolicyFactory {
  createPolicy(name: 'sw', rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** Returns the only script URL that the Content-Security-Policy lets a script create (infra/edge/headers.ts). */
function getWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  const rules = { createScriptURL: () => WORKER_URL }
  return (trustedTypes?.createPolicy('sw', rules) ?? rules).createScriptURL(WORKER_URL)
}

let instance: Workbox | undefined

/** Returns the page's Workbox instance; undefined where service workers are unsupported. */
export function getServiceWorker(): Workbox | undefined {
  if (!('serviceWorker' in navigator)) return undefined
  instance ??= new Workbox(getWorkerUrl(), { scope: '/', updateViaCache: 'none' })
  return instance
}
