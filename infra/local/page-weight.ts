import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { builtPage } from './page.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

/** Fonts that the Ukrainian home page loads; the other ones are for other letters. */
const ukrainian = [
  'onest-cyrillic',
  'onest-latin',
  'onest-hryvnia',
  'alegreya-500-cyrillic',
  'alegreya-500-figures',
  'alegreya-500-italic-cyrillic',
]

/** What the built page weighs, in bytes: after Brotli unless its name says gzip, fonts and pictures as they are. */
export function weighPage() {
  const manifest = JSON.parse(readFileSync(join(builtPage, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const html = readFileSync(join(builtPage, 'index.html'), 'utf8')
  const first = new Set<string>()
  const styles = new Set<string>(linked(/<link[^>]*rel="stylesheet"[^>]*href="\/([^"]+)"/g))
  for (const file of linked(/<script[^>]*src="\/([^"]+)"/g)) follow(file)
  for (const file of linked(/<link[^>]*rel="modulepreload"[^>]*href="\/([^"]+)"/g)) follow(file)

  const parts = [...new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]))]
  const isAdmin = (file: string) => file.startsWith('assets/admin')
  const lazy = parts
    .filter((file) => file.endsWith('.js') && !first.has(file) && !isAdmin(file))
    .map((file) => ({ file, bytes: brotli(file) }))
  const largest = lazy.toSorted((a, b) => b.bytes - a.bytes)[0] ?? { file: 'none', bytes: 0 }
  const fonts = new Set(
    [...styles]
      .flatMap((file) => readFileSync(join(builtPage, file), 'utf8').match(/[\w-]+\.woff2/g) ?? [])
      .filter((file) => ukrainian.some((name) => new RegExp(`^${name}-[\\w-]{8}\\.woff2$`).test(file))),
  )
  const worker = readFileSync(join(builtPage, 'sw.js'), 'utf8')
  const kept = new Set(
    worker.match(/(?<=[`"'])(?:index\.html|manifest\.webmanifest|icons\/[\w.-]+|assets\/[\w.-]+\.\w+)(?=[`"'])/g),
  )

  return {
    bytes: {
      JavaScript: sum([...first].map(brotli)),
      'JavaScript, gzip': sum([...first].map(gzip)),
      CSS: sum([...styles].map(brotli)),
      fonts: sum([...fonts].map((file) => statSync(join(builtPage, 'assets', file)).size)),
      'largest lazy part': largest.bytes,
      /** Whatever a phone keeps to open without a network: infra/decisions/0017-service-worker.md. */
      'kept shell': sum([...kept].map(transferred)),
      'service worker, gzip': gzip('sw.js'),
      /** Whatever only staff fetch, its texts in all languages too: infra/decisions/0035-admin-area.md. */
      'admin panel, gzip': sum(parts.filter(isAdmin).map(gzip)),
    },
    keptFiles: kept.size,
    largestLazyPart: largest.file,
    preloadedFonts: html.match(/rel="preload"/g)?.length ?? 0,
  }

  function linked(what: RegExp): string[] {
    return [...html.matchAll(what)].flatMap(([, file]) => file ?? [])
  }

  /** A script of the page, and what it imports without waiting. */
  function follow(file: string): void {
    if (first.has(file)) return
    first.add(file)
    const chunk = Object.values(manifest).find((one) => one.file === file)
    for (const style of chunk?.css ?? []) styles.add(style)
    for (const next of chunk?.imports ?? []) follow(manifest[next]?.file ?? next)
  }
}

const read = (file: string) => readFileSync(join(builtPage, file))
const brotli = (file: string) => brotliCompressSync(read(file)).length
const gzip = (file: string) => gzipSync(read(file), { level: 9 }).length

/** Pictures and fonts are compressed as they are. */
const transferred = (file: string) => (/\.(?:webp|png|woff2)$/.test(file) ? read(file).length : brotli(file))

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
