/** Maximum wait for the first picture, in ms: fast networks have loaded it by then, slow ones need the time for the script. */
const FIRST_PAINT_TIMEOUT_MS = 400
/** Maximum wait for web fonts, in ms: a headline painted before them shifts. They load in parallel with the script. */
const FONT_TIMEOUT_MS = 1_000

/**
 * Loads and starts the page's script after the first paint, where the HTML contains the content
 * (infra/decisions/0032-page-html.md). The script would compete with the picture for bandwidth, and running it is the
 * longest task of the first second. Web fonts load with the script: the HTML has no text in them.
 *
 * @param onFailure called when a file fails to load or throws
 */
export function startAfterPaint(onFailure: () => void): void {
  addEventListener('DOMContentLoaded', () => {
    const files = [...document.querySelectorAll<HTMLLinkElement>('link[rel="deferred"]')]
    if (files.length > 0) void loadScripts(files).catch(onFailure)
  })
}

async function loadScripts(files: HTMLLinkElement[]): Promise<void> {
  await waitForFirstPaint()
  for (const file of files) file.rel = file.dataset['rel'] ?? 'modulepreload'
  await Promise.race([loadFonts(), new Promise((done) => setTimeout(done, FONT_TIMEOUT_MS))])
  await Promise.all(
    files.filter(({ dataset }) => 'entry' in dataset).map(({ href }) => import(/* @vite-ignore */ href)),
  )
}

/** Loads the fonts of the first screen; only the home page's headline is italic (pwa/src/shared/styles/fonts.css). */
function loadFonts(): Promise<unknown> {
  const text = document.documentElement.lang === 'en' ? 'a1₴' : 'я1₴'
  const fonts = ['1em Onest', '500 1em Alegreya']
  if (location.pathname === '/') fonts.push('italic 500 1em Alegreya')
  return Promise.allSettled(fonts.map((font) => document.fonts.load(font, text)))
}

/** Resolves after the first paint: at once in a hidden page, which is not painted, and at the latest after the timeout. */
function waitForFirstPaint(): Promise<void> {
  return new Promise((done) => {
    if (document.hidden) return done()
    // The picture is the largest element of the HTML; the first paint may be only its background.
    new PerformanceObserver(() => done()).observe({ type: 'largest-contentful-paint', buffered: true })
    setTimeout(done, FIRST_PAINT_TIMEOUT_MS)
  })
}
