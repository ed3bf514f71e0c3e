/** Milliseconds that the first picture may keep the page's script waiting: on a fast line it is there by then, a slow one is slower with the script. */
const PICTURE_MS = 400

/**
 * Where the HTML paints a picture (infra/decisions/0032-page-html.md), the page's script is sent for and begins once that can
 * be seen: fetching it takes the line from the picture, and running it is the longest work of the first second.
 *
 * @param onFailure when a file of it does not come or breaks
 */
export function startAfterPaint(onFailure: () => void): void {
  addEventListener('DOMContentLoaded', () => {
    const files = [...document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')]
    if (files.length === 0) return
    void firstPaint()
      .then(() => {
        for (const file of files) file.rel = 'modulepreload'
        return Promise.all(
          files.filter(({ dataset }) => 'start' in dataset).map(({ href }) => import(/* @vite-ignore */ href)),
        )
      })
      .catch(onFailure)
  })
}

/** At once where nobody looks: nothing is painted there. */
function firstPaint(): Promise<void> {
  return new Promise((done) => {
    if (document.visibilityState === 'hidden') return done()
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) done()
    }).observe({ type: 'paint', buffered: true })
    setTimeout(done, PICTURE_MS)
  })
}
