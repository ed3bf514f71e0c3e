import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { builtPage } from './page.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

/** Fonts that the Ukrainian home page loads; the others have other characters. */
const ukrainianFonts = [
  'onest-cyrillic',
  'onest-latin',
  'onest-hryvnia',
  'alegreya-500-cyrillic',
  'alegreya-500-figures',
  'alegreya-500-italic-cyrillic',
]

/** Sizes of the built page, in bytes: after Brotli unless the name ends in gzip, fonts and pictures as they are. */
export function measurePage() {
  const manifest = JSON.parse(readFileSync(join(builtPage, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const html = readFileSync(join(builtPage, 'index.html'), 'utf8')
  const initialScripts = new Set<string>()
  const styles = new Set<string>(findLinkedFiles(/<link[^>]*rel="stylesheet"[^>]*href="\/([^"]+)"/g))
  for (const file of findLinkedFiles(/<script[^>]*src="\/([^"]+)"/g)) addChunk(file, initialScripts)
  for (const file of findLinkedFiles(/<link[^>]*rel="modulepreload"[^>]*href="\/([^"]+)"/g))
    addChunk(file, initialScripts)
  for (const chunk of Object.values(manifest))
    if (initialScripts.has(chunk.file)) for (const style of chunk.css ?? []) styles.add(style)

  const outputFiles = [...new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]))]
  const isAdmin = (file: string) => /^assets\/(?:load-)?admin/.test(file)
  const lazyChunks = outputFiles
    .filter((file) => file.endsWith('.js') && !initialScripts.has(file) && !isAdmin(file))
    .map((file) => ({ file, bytes: brotliSize(file) }))
  const largest = lazyChunks.toSorted((a, b) => b.bytes - a.bytes)[0] ?? { file: 'none', bytes: 0 }
  const fonts = new Set(
    [...styles]
      .flatMap((file) => readFileSync(join(builtPage, file), 'utf8').match(/[\w-]+\.woff2/g) ?? [])
      .filter((file) => ukrainianFonts.some((name) => new RegExp(`^${name}-[\\w-]{8}\\.woff2$`).test(file))),
  )
  const worker = readFileSync(join(builtPage, 'sw.js'), 'utf8')
  const precached = new Set(
    worker.match(/(?<=[`"'])(?:index\.html|manifest\.webmanifest|icons\/[\w.-]+|assets\/[\w.-]+\.\w+)(?=[`"'])/g),
  )

  return {
    bytes: {
      JavaScript: sum([...initialScripts].map(brotliSize)),
      'JavaScript, gzip': sum([...initialScripts].map(gzipSize)),
      CSS: sum([...styles].map(brotliSize)),
      fonts: sum([...fonts].map((file) => statSync(join(builtPage, 'assets', file)).size)),
      'largest lazy chunk': largest.bytes,
      /** What a first visit to a product waits for. */
      'product page': sumLazyScripts('ProductPage'),
      /** What a later visit waits for before its first screen. */
      'local catalogue': sumLazyScripts('catalogue'),
      /** What the first sync of the catalogue evaluates to validate it. */
      'catalogue schemas': sumLazyScripts('schemas'),
      /** The files that a phone caches for offline use: infra/decisions/0017-service-worker.md. */
      'precached shell': sum([...precached].map(transferSize)),
      'service worker, gzip': gzipSize('sw.js'),
      /** The files that only staff load, with texts in all languages: infra/decisions/0035-admin-area.md. */
      'admin panel, gzip': sum(outputFiles.filter(isAdmin).map(gzipSize)),
    },
    precachedFiles: precached.size,
    largestLazyChunk: largest.file,
    preloadedFonts: html.match(/rel="preload"/g)?.length ?? 0,
  }

  function findLinkedFiles(pattern: RegExp): string[] {
    return [...html.matchAll(pattern)].flatMap(([, file]) => file ?? [])
  }

  /** Adds a script and what it imports without waiting. */
  function addChunk(file: string, scripts: Set<string>): void {
    if (scripts.has(file)) return
    scripts.add(file)
    const chunk = Object.values(manifest).find((candidate) => candidate.file === file)
    for (const next of chunk?.imports ?? []) addChunk(manifest[next]?.file ?? next, scripts)
  }

  /** Returns the size of a chunk with its imports, without those of the first load. */
  function sumLazyScripts(chunkName: string): number {
    const file = outputFiles.find((candidate) => new RegExp(`^assets/${chunkName}-[\\w-]{8}\\.js$`).test(candidate))
    if (!file) throw new Error(`the build has no chunk ${chunkName}`)
    const scripts = new Set(initialScripts)
    addChunk(file, scripts)
    return sum([...scripts].filter((script) => !initialScripts.has(script)).map(brotliSize))
  }
}

const readBuilt = (file: string) => readFileSync(join(builtPage, file))
const brotliSize = (file: string) => brotliCompressSync(readBuilt(file)).length
const gzipSize = (file: string) => gzipSync(readBuilt(file), { level: 9 }).length

/** Pictures and fonts are compressed as they are. */
const transferSize = (file: string) =>
  /\.(?:webp|avif|png|woff2)$/.test(file) ? readBuilt(file).length : brotliSize(file)

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
