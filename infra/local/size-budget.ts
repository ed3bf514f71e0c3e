import { measurePage } from './page-weight.ts'

/** What the page may weigh, in bytes: infra/decisions/0014-performance-budgets.md. */
const limits = {
  JavaScript: 90_000,
  CSS: 9_200,
  fonts: 60_000,
  'largest lazy chunk': 40_000,
  'product page': 6_000,
  'local catalogue': 32_000,
  'catalogue schemas': 13_000,
  'precached shell': 547_000,
  'service worker, gzip': 46_000,
  'admin panel, gzip': 300_000,
} as const

const { bytes, precachedFiles, largestLazyChunk, preloadedFonts } = measurePage()
let isOverBudget = false
for (const [name, limit] of Object.entries(limits)) {
  const weight = bytes[name as keyof typeof limits]
  const isOverLimit = weight > limit || weight === 0
  isOverBudget ||= isOverLimit
  console.log(
    `${isOverLimit ? '✗' : '✓'} ${name.padEnd(20)} ${weight.toLocaleString('en')} of ${limit.toLocaleString('en')} bytes`,
  )
}
console.log(`  precached shell: ${precachedFiles} files`)
console.log(`  largest lazy chunk: ${largestLazyChunk}; preloaded fonts: ${preloadedFonts}`)
process.exit(isOverBudget ? 1 : 0)
