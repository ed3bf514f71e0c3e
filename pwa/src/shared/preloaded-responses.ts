declare global {
  interface Window {
    /** Answers that the early script is waiting for, by URL. */
    preloadedResponses?: Map<string, Promise<Response>>
  }
}

/** Asks now what a screen will ask as soon as its script is there. */
export function preloadResponse(url: string): Promise<Response> {
  window.preloadedResponses ??= new Map()
  const response = fetch(url, { credentials: 'same-origin' })
  window.preloadedResponses.set(url, response)
  return response
}

/** The answer that the page's HTML brought along (infra/decisions/0032-page-html.md), once: whoever asks again wants to know it anew. */
export function takeInlinedResponse(url: string): string | undefined {
  const element = globalThis.document?.getElementById(url)
  element?.remove()
  return element?.textContent
}

/** What nobody has asked so far, of another language for instance, may not be true any more. */
export function clearInlinedResponses(): void {
  for (const element of document.querySelectorAll('script[id^="/api/"]')) element.remove()
}

/** The answer that is already on its way, once. */
export function takePreloadedResponse(url: string): Promise<Response> | undefined {
  const response = globalThis.window?.preloadedResponses?.get(url)
  if (response) window.preloadedResponses?.delete(url)
  return response
}
