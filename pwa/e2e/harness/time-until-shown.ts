/** What a shopper does, and what answers it. */
export interface DoneAndShown {
  /** Type of the event that begins it. */
  event: string
  /** How the address of the screen that answers begins. */
  path: string
  /** What that screen shows. */
  selector: string
}

/** Milliseconds from the next such event until the screen is there; runs in the page, on its own. */
export function timeUntilShown({ event, path, selector }: DoneAndShown): Promise<number> {
  return new Promise((done) => {
    let since = 0
    document.addEventListener(event, () => (since = performance.now()), { capture: true, once: true })
    const watcher = new MutationObserver(() => {
      if (since === 0 || !location.pathname.startsWith(path) || !document.querySelector(selector)) return
      watcher.disconnect()
      done(performance.now() - since)
    })
    watcher.observe(document.body, { childList: true, subtree: true })
  })
}
