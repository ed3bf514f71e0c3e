declare global {
  interface Window {
    /** Answers that the early script is waiting for, by URL. */
    askedEarly?: Map<string, Promise<Response>>
  }
}

/** Asks now what a screen will ask as soon as its script is there. */
export function askEarly(url: string): Promise<Response> {
  window.askedEarly ??= new Map()
  const answer = fetch(url, { credentials: 'same-origin' })
  window.askedEarly.set(url, answer)
  return answer
}

/** The answer that the page's HTML brought along (infra/decisions/0032-page-html.md), once: whoever asks again wants to know it anew. */
export function takeTold(url: string): string | undefined {
  const told = globalThis.document?.getElementById(url)
  told?.remove()
  return told?.textContent
}

/** What nobody has asked so far, of another language for instance, may not be true any more. */
export function forgetTold(): void {
  for (const told of document.querySelectorAll('script[id^="/api/"]')) told.remove()
}

/** The answer that is already on its way, once. */
export function takeEarly(url: string): Promise<Response> | undefined {
  const answer = globalThis.window?.askedEarly?.get(url)
  if (answer) window.askedEarly?.delete(url)
  return answer
}
