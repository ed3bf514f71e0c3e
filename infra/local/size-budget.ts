import { weighPage } from './page-weight.ts'

/** What the page may weigh, in bytes: infra/decisions/0014-performance-budgets.md. */
const limits = {
  JavaScript: 95_000,
  CSS: 10_000,
  fonts: 60_000,
  'largest lazy part': 40_000,
  'kept shell': 520_000,
  'service worker, gzip': 45_500,
  'admin panel, gzip': 300_000,
} as const

const { bytes, keptFiles, largestLazyPart, preloadedFonts } = weighPage()
let over = false
for (const [name, limit] of Object.entries(limits)) {
  const weight = bytes[name as keyof typeof limits]
  const wrong = weight > limit || weight === 0
  over ||= wrong
  console.log(
    `${wrong ? '✗' : '✓'} ${name.padEnd(20)} ${weight.toLocaleString('en')} of ${limit.toLocaleString('en')} bytes`,
  )
}
console.log(`  kept shell: ${keptFiles} files`)
console.log(`  largest lazy part: ${largestLazyPart}; preloaded fonts: ${preloadedFonts}`)
process.exit(over ? 1 : 0)
