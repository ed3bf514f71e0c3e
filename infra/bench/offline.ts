import { randomInt } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { get } from 'node:http'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startFaultProxy } from '../../pwa/e2e/harness/fault-proxy.ts'
import { startPhone } from '../../pwa/e2e/harness/phone.ts'
import { findChromium } from '../local/chromium.ts'
import { buildPage } from '../local/page.ts'
import { measurePage } from '../local/page-weight.ts'
import { measureCatalogueUpdates } from './offline/catalogue-update.ts'
import { measureColdStarts } from './offline/cold-starts.ts'
import { measureFirstVisit } from './offline/first-visit.ts'
import { openLargeShop } from './offline/large-shop.ts'
import { measureWithPageClosed, measureWithPageOpen } from './offline/network-back.ts'
import { measureAfterOutage } from './offline/outage.ts'
import { openSlowLine } from './offline/slow-line.ts'
import { throttleCpu } from './offline/throttle-cpu.ts'
import { type Target, p75, createResultsTable } from './offline/results-table.ts'
import {
  measureProductOpening,
  measureOrderSaving,
  measureSuggestions,
  type ThrottledPage,
} from './offline/warm-page.ts'
import { measureCpuIndex } from './cpu-throttling.ts'

/**
 * What a phone feels of the shop without a network, and what it costs to get there (infra/decisions/0014-performance-budgets.md).
 * Fails above a red line, not above a target. Computing times are scaled to those of a phone, however fast this
 * machine is at that moment; network and server are part of the other times.
 */
const PRODUCTS = 300
const STARTS = 8
const SLOWDOWN = 4
/** Of what goes through the browser's own waiting; the worst counts. */
const REPETITIONS = 3
/** Pending orders on one phone after an outage. */
const PENDING_ORDERS = 1_000

/** Target and red line. */
const createTargetFor = (unit: Target['unit']) => (target: number, redLine: number) => ({ unit, target, redLine })
const [seconds, milliseconds] = [createTargetFor('s'), createTargetFor('ms')]
const [kilobytes, megabytes] = [createTargetFor('KB'), createTargetFor('MB')]

process.stdout.write(
  `\n${PRODUCTS} products × 3 languages, phone of 390 × 844, a desktop's processor ÷ ${SLOWDOWN} unless said otherwise; ` +
    `this machine: ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}\n\n`,
)
const executablePath = findChromium((text) => process.stdout.write(`${text}\n`))
await buildPage()
await using temporaryDir = await mkdtempDisposable(join(tmpdir(), 'tsedra-offline-'))
await using largeShop = await openLargeShop(join(temporaryDir.path, 'shop'), PRODUCTS)
const { shop, db } = largeShop
// Each order comes from its own address: orders per address are rate-limited.
const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
await using network = await startFaultProxy({ target: shop.edge.port, addressOf: randomAddress })
network.scope = 'everything'
await using slowLine = await openSlowLine(network.port)
await using phone = await startPhone({ baseUrl: slowLine.url, executablePath })
const table = createResultsTable()

const { bytes } = measurePage()
table.addRow('JavaScript of the first load, gzip', bytes['JavaScript, gzip'], kilobytes(180, 220))
table.addRow('precached shell, compressed', bytes['precached shell'], kilobytes(520, 600))
table.addRow('service worker, gzip', bytes['service worker, gzip'], kilobytes(45, 60))

slowLine.speed = { bitsPerSecond: 1_600_000, rttMs: 150 }
const firstPage = await phone.context.newPage()
const { index: firstIndex } = await throttleCpu(firstPage, SLOWDOWN)
const firstVisit = await measureFirstVisit(firstPage, slowLine)
slowLine.speed = undefined
// By now the shop has compressed it as hard as it will: right after a change it goes out less so.
table.addRow('catalogue of one language, Brotli', await measureCatalogueBytes(), kilobytes(130, 200))
table.addRow(
  '1.6 Mbit/s, RTT 150 ms: shell and catalogue kept',
  firstVisit.shellAndCatalogueMs,
  seconds(6, 10),
  firstIndex,
)
table.addRow('  three languages and every thumbnail kept', firstVisit.completeMs, seconds(40, 90), firstIndex)
table.addRow('  transferred until then', firstVisit.completeBytes, megabytes(5, 8))

network.mode = 'down'
const coldStartOptions = { phone, url: slowLine.url, starts: STARTS }
table.addRow(
  `offline cold start, p75 of ${STARTS}`,
  p75(await measureColdStarts({ ...coldStartOptions, slowdown: SLOWDOWN })),
  seconds(1.2, 2),
)
table.addRow('  processor ÷ 6', p75(await measureColdStarts({ ...coldStartOptions, slowdown: 6 })), seconds(2, 3))

await phone.setOffline(true)
const productsMs = await measureOnNewPage((slowed) => measureProductOpening(slowed, '/category/citrus-chips', 12))
table.addRow('offline, list to product, p75 of 12', p75(productsMs), milliseconds(100, 200))
const suggestedMs = await measureOnNewPage((slowed) =>
  measureSuggestions(slowed, ['апельсин', 'лимон', 'мохіто', 'грейпфрут']),
)
table.addRow(
  `offline, typed character to suggestions, p75 of ${suggestedMs.length}`,
  p75(suggestedMs),
  milliseconds(50, 100),
)
const savedOrders = await measureOnNewPage((slowed) => measureOrderSaving(slowed, '/product/lemon-chips', 12))
table.addRow('offline, submit to kept and read back, p75 of 12', p75(savedOrders.storedMs), milliseconds(150, 300))
table.addRow('  until the page says so', p75(savedOrders.confirmedMs), milliseconds(200, 300))

network.mode = 'pass'
await phone.setOffline(false)
const networkBackOptions = { phone, product: '/product/lemon-chips', shop: shop.url, times: REPETITIONS }
const longestTasksMs = await measureOnNewPage(async (slowed) => {
  await slowed.page.goto('/category/citrus-chips')
  return measureCatalogueUpdates({ ...slowed, db, shop: shop.url, times: REPETITIONS })
})
table.addRow('longest task while a new catalogue is applied', Math.max(...longestTasksMs), milliseconds(200, 400))
const [pageOpenMs, pageClosedMs] = [
  await measureWithPageOpen(networkBackOptions),
  await measureWithPageClosed(networkBackOptions),
]
table.addRow('network back to order in the shop, page open', Math.max(...pageOpenMs), seconds(3, 10))
table.addRow('  by the service worker alone', Math.max(...pageClosedMs), seconds(10, 60))
const outageIndex = await measureCurrentIndex()
const outage = await measureAfterOutage({ phone, network }, PENDING_ORDERS)
table.addRow(
  `${PENDING_ORDERS} waiting after an outage, until the last has arrived`,
  outage.tookMs,
  seconds(30, 60),
  outageIndex,
)
table.addRow('  longest task meanwhile', outage.longestMs, milliseconds(200, 400), outageIndex)

for (const remark of table.notJudged) process.stdout.write(`\nnot judged: ${remark}`)
for (const remark of table.overTarget) process.stdout.write(`\nover its target: ${remark}`)
for (const remark of table.overRedLine) process.stdout.write(`\nOVER THE RED LINE: ${remark}`)
process.stdout.write('\n')
process.exitCode = table.overRedLine.length > 0 ? 1 : 0

/** Returns a new page for each measure: Chromium 156 resets emulated offline mode when a page opens a second document. */
async function measureOnNewPage<Result>(
  runMeasurement: (throttledPage: ThrottledPage) => Promise<Result>,
): Promise<Result> {
  const page = await phone.context.newPage()
  const { scale } = await throttleCpu(page, SLOWDOWN)
  const result = await runMeasurement({ page, scale })
  await page.close()
  return result
}

/** Lighthouse's, of this machine. */
async function measureCurrentIndex(): Promise<number> {
  const page = await phone.context.newPage()
  const index = await measureCpuIndex(page)
  await page.close()
  return index
}

/** Bytes of the body as they cross the wire. */
function measureCatalogueBytes(): Promise<number> {
  return new Promise((resolve, reject) => {
    get(`${shop.url}/api/catalogue/ua`, { headers: { 'accept-encoding': 'br' } }, (response) => {
      buffer(response).then(({ length }) => resolve(length), reject)
    }).once('error', reject)
  })
}
