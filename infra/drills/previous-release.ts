import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '@tsedra/database/connection'
import { listMigrations, migrate } from '@tsedra/database/migrate'
import { startPostgres } from '../local/postgres.ts'
import { root } from '../local/repository.ts'
import type * as shops from '../local/shop.ts'
import { linkPackages } from '../mutation/mutated-copy.ts'
import { createHttpClient } from '../chaos/http-client.ts'

/**
 * R-40: while a release is rolled out the former one still runs, on the schema of the new one. A former commit (the last
 * one before the newest migration, or the one that is named) is started on today's schema and has to do what a shop is for.
 */
const newest = (await listMigrations()).at(-1) ?? ''
const ref = process.argv[2] ?? `${findCommitThatAdded(`api/database/migrations/${newest}`)}^`
const printLine = (text: string): void => void process.stdout.write(`${text}\n`)

await using disposables = new AsyncDisposableStack()
const temporaryDir = await mkdtemp(join(tmpdir(), 'tsedra-former-'))
disposables.defer(() => rm(temporaryDir, { recursive: true, force: true }))
const previousReleaseDir = await checkOutRelease(join(temporaryDir, 'former'))
const postgres = await startPostgres({ dir: join(temporaryDir, 'postgres') })
disposables.defer(() => postgres.stop('immediate'))
await migrate(postgres.url)
await hideNewerMigrations()

const { startShop } = (await import(join(previousReleaseDir, 'infra/local/shop.ts'))) as typeof shops
const shop = disposables.use(
  await startShop({ dir: join(temporaryDir, 'state'), env: { NODE_ENV: 'test', DATABASE_URL: postgres.url } }),
)
const client = createHttpClient(shop.url)
let failureCount = 0

const { products } = (await attempt('browse', 'GET', '/api/products?lang=ua&limit=50')) as {
  products?: { id: string; availablePackages: string[] }[]
}
await attempt('search', 'GET', '/api/products?search=limon')
const product = products?.find(({ availablePackages }) => availablePackages.includes('50г'))
const line = { productId: product?.id, packageSize: '50г', quantity: 2 }
const id = randomUUID()
const customer = { customerName: 'Олена Барвінок', customerPhone: '+380671234567' }
await attempt('order', 'POST', '/api/orders', { id, ...customer, items: [line], filledInMs: 20_000 })
reportStep('notified in Telegram', await isNotified())
const credentials = { emailOrPhone: 'olena@tsedra.example', password: 'olena-at-the-bar' }
await attempt('login', 'POST', '/api/auth/login', credentials)
await attempt('cart', 'POST', '/api/cart', line)
await attempt('like', 'POST', `/api/products/${product?.id}/like`, { liked: true })
printLine(
  `former release ${execFileSync('git', ['log', '-1', '--format=%h %s', ref], { cwd: root, encoding: 'utf8' }).trim()}`,
)
printLine(`on today's schema: ${failureCount === 0 ? 'all is well' : `${failureCount} of it broken`}`)
process.exitCode = failureCount > 0 ? 1 : 0

async function attempt(step: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const { status, body: responseBody } = await client.send(method, path, body)
  reportStep(step, status >= 200 && status < 300, `${status} ${JSON.stringify(responseBody).slice(0, 120)}`)
  return responseBody
}

function reportStep(step: string, isWorking: boolean, detail = ''): void {
  printLine(`${isWorking ? '✓' : '✗'} ${step}${isWorking ? '' : `: ${detail}`}`)
  if (!isWorking) failureCount += 1
}

async function isNotified(): Promise<boolean> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(200)) {
    if ((await (await fetch(`${shop.telegramUrl}/control/messages`)).text()).includes(id)) return true
  }
  return false
}

function findCommitThatAdded(path: string): string {
  return execFileSync('git', ['log', '--diff-filter=A', '-1', '--format=%H', '--', path], {
    cwd: root,
    encoding: 'utf8',
  }).trim()
}

/** The files of that commit with today's packages, its own being the commit's. */
async function checkOutRelease(directory: string): Promise<string> {
  await mkdir(directory)
  const archive = execFileSync('git', ['archive', ref], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', directory], { input: archive })
  // Its edge serves a page; this drill requests none.
  await mkdir(join(directory, 'pwa', 'dist'))
  await linkPackages(join(root, 'node_modules'), join(directory, 'node_modules'))
  return directory
}

/** Former releases refuse to start on a database with a migration that they do not have. */
async function hideNewerMigrations(): Promise<void> {
  const source = await readFile(join(previousReleaseDir, 'api/database/src/migrate.ts'), 'utf8')
  if (source.includes('disableMigrationsListValidation: true')) return
  const trackedMigrations = execFileSync('git', ['ls-tree', '--name-only', ref, 'api/database/migrations/'], {
    cwd: root,
  })
  const names = trackedMigrations
    .toString()
    .trim()
    .split('\n')
    .map((path) => path.slice('api/database/migrations/'.length))
  const db = connect({ url: postgres.url, max: 1 })
  const hiddenCount = await db('migrations').whereNotIn('name', names).delete()
  await db.destroy()
  printLine(`${hiddenCount} newer migrations are hidden from it: it would not start otherwise`)
}
