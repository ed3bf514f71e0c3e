import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { builtPage } from './page.ts'

/** What the first load may weigh, in bytes after Brotli (fonts as they are): infra/decisions/0014-budgets.md. */
const limits = {
  JavaScript: 95_000,
  CSS: 10_000,
  fonts: 60_000,
  'largest lazy part': 40_000,
  /** Whatever a phone keeps to open without a network: infra/decisions/0017-service-worker.md. */
  'kept shell': 450_000,
  'service worker, gzip': 45_000,
}

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

const manifest = JSON.parse(readFileSync(join(builtPage, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
const html = readFileSync(join(builtPage, 'index.html'), 'utf8')

const first = new Set<string>()
const styles = new Set<string>(linked(/<link[^>]*rel="stylesheet"[^>]*href="\/([^"]+)"/g))
for (const file of linked(/<script[^>]*src="\/([^"]+)"/g)) follow(file)
for (const file of linked(/<link[^>]*rel="modulepreload"[^>]*href="\/([^"]+)"/g)) follow(file)

const scripts = Object.values(manifest)
  .map(({ file }) => file)
  .filter((file) => file.endsWith('.js'))
const lazy = scripts.filter((file) => !first.has(file)).map((file) => ({ file, bytes: brotli(file) }))
const largest = lazy.toSorted((a, b) => b.bytes - a.bytes)[0] ?? { file: 'none', bytes: 0 }

/** Fonts that the Ukrainian home page loads; the other ones are for other letters. */
const ukrainian = [
  'onest-cyrillic',
  'onest-latin',
  'onest-hryvnia',
  'alegreya-500-cyrillic',
  'alegreya-500-figures',
  'alegreya-500-italic-cyrillic',
]
const fonts = [
  ...new Set(
    [...styles]
      .map((file) => readFileSync(join(builtPage, file), 'utf8'))
      .join('')
      .match(/[\w-]+\.woff2/g),
  ),
].filter((file) => ukrainian.some((name) => new RegExp(`^${name}-[\\w-]{8}\\.woff2$`).test(file)))

const worker = readFileSync(join(builtPage, 'sw.js'), 'utf8')
const kept = new Set(
  worker.match(/(?<=[`"'])(?:index\.html|manifest\.webmanifest|icons\/[\w.-]+|assets\/[\w.-]+\.\w+)(?=[`"'])/g),
)

const weights = {
  JavaScript: sum([...first].map(brotli)),
  CSS: sum([...styles].map(brotli)),
  fonts: sum(fonts.map((file) => statSync(join(builtPage, 'assets', file)).size)),
  'largest lazy part': largest.bytes,
  'kept shell': sum([...kept].map(transferred)),
  'service worker, gzip': gzipSync(worker, { level: 9 }).length,
}
let over = false
for (const [name, weight] of Object.entries(weights)) {
  const limit = limits[name as keyof typeof limits]
  if (weight > limit || weight === 0) over = true
  console.log(
    `${weight > limit || weight === 0 ? '✗' : '✓'} ${name.padEnd(20)} ${weight.toLocaleString('en')} of ${limit.toLocaleString('en')} bytes`,
  )
}
console.log(`  kept shell: ${kept.size} files`)
console.log(`  largest lazy part: ${largest.file}; preloaded fonts: ${html.match(/rel="preload"/g)?.length ?? 0}`)
process.exit(over ? 1 : 0)

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

function brotli(file: string): number {
  return brotliCompressSync(readFileSync(join(builtPage, file))).length
}

/** Pictures and fonts are compressed as they are. */
function transferred(file: string): number {
  return /\.(?:webp|png|woff2)$/.test(file) ? statSync(join(builtPage, file)).size : brotli(file)
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
