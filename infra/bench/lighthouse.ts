import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { throttling } from 'lighthouse/core/config/constants.js'
import { findOrBuildCaddy, startTlsProxy } from '../local/caddy.ts'
import { findChromium } from '../local/chromium.ts'
import { buildPage } from '../local/page.ts'
import { startShop } from '../local/shop.ts'
import { getThrottlingRate } from './cpu-throttling.ts'

/**
 * Lighthouse for phones on first visits to home, category, product and drink: one warm-up, then the median of five. The bars are those of
 * infra/decisions/0014-performance-budgets.md. The processor is slowed to a quarter of a desktop's, by the machine's speed in the run before;
 * a run in which the machine had another speed is shown and made again.
 * Starts a shop of its own behind the TLS proxy of infra/production/https.yml, because visitors have HTTP/2: over plain HTTP each
 * file that the first paint waits for has a connection of its own, with a round trip more. Or is given a shop that runs:
 * `node infra/bench/lighthouse.ts https://shop.example`.
 */
const RUNS = 5
/** Caddy certifies such a name itself. */
const DOMAIN = 'shop.internal'
/** Runs of one page at most, those that do not count included. */
const MAX_RUNS = 12
/** By how much the processor may have been slowed otherwise than it should have been. */
const MAX_THROTTLING_ERROR = 0.2
const SLOWDOWN = 4
const minimumScores = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof minimumScores
const categories = Object.keys(minimumScores) as Category[]

await using disposables = new AsyncDisposableStack()
const [runningShopUrl] = process.argv.slice(2)
const shopUrl = runningShopUrl ?? (await startOwnShop())
const chromePath = findChromium((text) => process.stdout.write(`${text}\n`))
let isBelowLimit = false
let throttlingRate = SLOWDOWN

for (const path of ['/', '/category/citrus-chips', '/product/orange-chips', '/drink/negroni']) {
  await runLighthouse(path)
  const runs: Awaited<ReturnType<typeof runLighthouse>>[] = []
  const countedRuns = () => runs.filter(({ throttlingError }) => throttlingError <= MAX_THROTTLING_ERROR)
  while (countedRuns().length < RUNS && runs.length < MAX_RUNS) runs.push(await runLighthouse(path))
  // A machine that never keeps its speed is judged all the same.
  const scoredRuns = countedRuns().length < RUNS ? runs : countedRuns()
  const medianScores = Object.fromEntries(
    categories.map((category) => [category, median(scoredRuns.map(({ scores }) => scores[category]))]),
  )
  process.stdout.write(`${path}\n`)
  for (const { scores, fcpMs, lcpMs, cls, tbtMs, machine, throttlingError } of runs) {
    process.stdout.write(
      `  ${throttlingError > MAX_THROTTLING_ERROR ? '(not counted) ' : ''}${categories.map((categoryName) => `${categoryName} ${scores[categoryName]}`).join(', ')}; FCP ${fcpMs.toFixed(0)} ms, LCP ${lcpMs.toFixed(0)} ms, CLS ${cls.toFixed(3)}, TBT ${tbtMs.toFixed(0)} ms; machine ${machine}\n`,
    )
  }
  for (const category of categories) {
    if ((medianScores[category] ?? 0) >= minimumScores[category]) continue
    isBelowLimit = true
    process.stdout.write(`  below the bar: ${category} ${medianScores[category]} of ${minimumScores[category]}\n`)
    for (const note of scoredRuns[0]?.failed[category] ?? []) process.stdout.write(`    ${note}\n`)
  }
}
process.exitCode = isBelowLimit ? 1 : 0

async function startOwnShop(): Promise<string> {
  await buildPage()
  const folder = disposables.use(await mkdtempDisposable(join(tmpdir(), 'tsedra-lighthouse-')))
  const shop = disposables.use(await startShop({ dir: folder.path }))
  const program = await findOrBuildCaddy((text) => process.stdout.write(`${text}\n`))
  if (!program) return shop.url
  const proxy = disposables.use(
    await startTlsProxy({ program, domain: DOMAIN, edgePort: Number(new URL(shop.url).port) }),
  )
  return `https://${DOMAIN}:${proxy.httpsPort}`
}

/** In a browser of its own: Lighthouse leaves databases and local storage, so that the next run would be no first visit. */
async function runLighthouse(path: string) {
  const chromeFlags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    `--host-resolver-rules=MAP ${DOMAIN} 127.0.0.1`,
    // That of the local TLS proxy is of its own authority.
    '--ignore-certificate-errors',
  ]
  const chrome = await launch({ chromePath, chromeFlags })
  const result = await lighthouse(shopUrl + path, {
    port: chrome.port,
    onlyCategories: [...categories],
    logLevel: 'silent',
    throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: throttlingRate },
  }).finally(() => chrome.kill())
  if (!result) throw new Error(`Lighthouse returned no result for ${path}`)
  const { lhr } = result
  const appliedRate = throttlingRate
  throttlingRate = getThrottlingRate(SLOWDOWN, lhr.environment.benchmarkIndex)
  const scores = Object.fromEntries(
    categories.map((categoryName) => [categoryName, Math.round((lhr.categories[categoryName]?.score ?? 0) * 100)]),
  ) as Record<Category, number>
  const failed = Object.fromEntries(
    categories.map((categoryName) => [
      categoryName,
      (lhr.categories[categoryName]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${id}: ${lhr.audits[id]?.displayValue ?? lhr.audits[id]?.title}`),
    ]),
  ) as Record<Category, string[]>
  return {
    scores,
    failed,
    fcpMs: lhr.audits['first-contentful-paint']?.numericValue ?? 0,
    lcpMs: lhr.audits['largest-contentful-paint']?.numericValue ?? 0,
    cls: lhr.audits['cumulative-layout-shift']?.numericValue ?? 0,
    tbtMs: lhr.audits['total-blocking-time']?.numericValue ?? 0,
    throttlingError: Math.abs(appliedRate / throttlingRate - 1),
    machine: `${lhr.environment.benchmarkIndex.toFixed(0)} ÷ ${appliedRate.toFixed(1)}`,
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
