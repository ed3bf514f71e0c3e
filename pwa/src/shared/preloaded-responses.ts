import { readDataBlock } from './data-blocks.ts'

declare global {
  interface Window {
    /** Pending responses of the boot script's preloads, by URL. */
    preloadedResponses?: Map<string, Promise<Response>>
  }
}

/** Sends a request that a screen will need once its script has loaded. */
export function preloadResponse(url: string): Promise<Response> {
  window.preloadedResponses ??= new Map()
  const response = fetch(url, { credentials: 'same-origin' })
  window.preloadedResponses.set(url, response)
  return response
}

/** Removes and returns the response inlined in the page's HTML (infra/decisions/0032-page-html.md): a second request must fetch. */
export function takeInlinedResponse(url: string): string | undefined {
  const json = readDataBlock(url)
  globalThis.document?.getElementById(url)?.remove()
  return json
}

/** Removes the inlined responses that are still unused, for example of another language: they may be stale. */
export function clearInlinedResponses(): void {
  for (const element of document.querySelectorAll('script[id^="/api/"]')) element.remove()
}

/** Removes and returns the preloaded response for a URL. */
export function takePreloadedResponse(url: string): Promise<Response> | undefined {
  const response = globalThis.window?.preloadedResponses?.get(url)
  if (response) window.preloadedResponses?.delete(url)
  return response
}
