/** Milliseconds that the first picture may keep the page's script waiting: on a fast line it is there by then, a slow one is slower with the script. */
const FIRST_PAINT_TIMEOUT_MS = 400
/** Milliseconds that its letters may: a headline that is drawn before they are there moves. They are smaller than the script and come with it. */
const FONT_TIMEOUT_MS = 1_000

/**
 * Where the HTML paints a picture or a description (infra/decisions/0032-page-html.md), the page's script is sent for and begins once that can
 * be seen: fetching it takes the line from the picture, and running it is the longest work of the first second. Its letters
 * come with it: before it there are no words in them.
 *
 * @param onFailure when a file of it does not come or breaks
 */
export function startAfterPaint(onFailure: () => void): void {
  addEventListener('DOMContentLoaded', () => {
    const files = [...document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')]
    if (files.length > 0) void loadScripts(files).catch(onFailure)
  })
}

async function loadScripts(files: HTMLLinkElement[]): Promise<void> {
  await waitForFirstPaint()
  for (const file of files) file.rel = file.dataset['rel'] ?? 'modulepreload'
  await Promise.race([loadFonts(), new Promise((done) => setTimeout(done, FONT_TIMEOUT_MS))])
  await Promise.all(
    files.filter(({ dataset }) => 'start' in dataset).map(({ href }) => import(/* @vite-ignore */ href)),
  )
}

/** What the first words are written in; only the home page's headline leans (pwa/src/shared/styles/fonts.css). */
function loadFonts(): Promise<unknown> {
  const text = document.documentElement.lang === 'en' ? 'a1₴' : 'я1₴'
  const fonts = ['1em Onest', '500 1em Alegreya']
  if (location.pathname === '/') fonts.push('italic 500 1em Alegreya')
  return Promise.allSettled(fonts.map((font) => document.fonts.load(font, text)))
}

/** At once where nobody looks: nothing is painted there. A browser that does not tell what it has painted is given the time. */
function waitForFirstPaint(): Promise<void> {
  return new Promise((done) => {
    if (document.hidden) return done()
    // Of what the HTML paints the picture is the largest; what is painted first may be the ground under it.
    new PerformanceObserver(() => done()).observe({ type: 'largest-contentful-paint', buffered: true })
    setTimeout(done, FIRST_PAINT_TIMEOUT_MS)
  })
}
