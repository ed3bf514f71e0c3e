/** What a shopper does, and what answers it. */
export interface Transition {
  /** Type of the event that begins it. */
  event: string
  /** How the address of the screen that answers begins. */
  path: string
  /** What that screen shows. */
  selector: string
}

/** Milliseconds from the next such event until the screen is there; runs in the page, on its own. */
export function measureTransition({ event, path, selector }: Transition): Promise<number> {
  return new Promise((resolve) => {
    let startedAt = 0
    document.addEventListener(event, () => (startedAt = performance.now()), { capture: true, once: true })
    const observer = new MutationObserver(() => {
      if (startedAt === 0 || !location.pathname.startsWith(path) || !document.querySelector(selector)) return
      observer.disconnect()
      resolve(performance.now() - startedAt)
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}
