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
import { openVisitor } from './visitor.ts'

/**
 * R-40: while a release is rolled out the former one still runs, on the schema of the new one. A former commit (the last
 * one before the newest migration, or the one that is named) is started on today's schema and has to do what a shop is for.
 */
const newest = (await listMigrations()).at(-1) ?? ''
const ref = process.argv[2] ?? `${commitThatAdded(`api/database/migrations/${newest}`)}^`
const say = (text: string): void => void process.stdout.write(`${text}\n`)

await using parts = new AsyncDisposableStack()
const place = await mkdtemp(join(tmpdir(), 'tsedra-former-'))
parts.defer(() => rm(place, { recursive: true, force: true }))
const former = await checkOut(join(place, 'former'))
const postgres = await startPostgres({ dir: join(place, 'postgres') })
parts.defer(() => postgres.stop('immediate'))
await migrate(postgres.url)
await hideFromThoseWhoMind()

const { startShop } = (await import(join(former, 'infra/local/shop.ts'))) as typeof shops
const shop = parts.use(
  await startShop({ dir: join(place, 'state'), env: { NODE_ENV: 'test', DATABASE_URL: postgres.url } }),
)
const visitor = openVisitor(shop.url)
let broken = 0

const { products } = (await tried('browse', 'GET', '/api/products?lang=ua&limit=50')) as {
  products?: { id: string; availablePackages: string[] }[]
}
await tried('search', 'GET', '/api/products?search=limon')
const product = products?.find(({ availablePackages }) => availablePackages.includes('50г'))
const line = { productId: product?.id, packageSize: '50г', quantity: 2 }
const id = randomUUID()
const customer = { customerName: 'Олена Барвінок', customerPhone: '+380671234567' }
await tried('order', 'POST', '/api/orders', { id, ...customer, items: [line], filledInMs: 20_000 })
report('told in Telegram', await isTold())
const person = { emailOrPhone: 'olena@tsedra.example', password: 'olena-at-the-bar' }
await tried('login', 'POST', '/api/auth/login', person)
await tried('cart', 'POST', '/api/cart', line)
await tried('like', 'POST', `/api/products/${product?.id}/like`, { liked: true })
say(
  `former release ${execFileSync('git', ['log', '-1', '--format=%h %s', ref], { cwd: root, encoding: 'utf8' }).trim()}`,
)
say(`on today's schema: ${broken === 0 ? 'all is well' : `${broken} of it broken`}`)
process.exitCode = broken > 0 ? 1 : 0

async function tried(what: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const { status, body: said } = await visitor.send(method, path, body)
  report(what, status >= 200 && status < 300, `${status} ${JSON.stringify(said).slice(0, 120)}`)
  return said
}

function report(what: string, works: boolean, why = ''): void {
  say(`${works ? '✓' : '✗'} ${what}${works ? '' : `: ${why}`}`)
  if (!works) broken += 1
}

async function isTold(): Promise<boolean> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(200)) {
    if ((await (await fetch(`${shop.telegramUrl}/control/messages`)).text()).includes(id)) return true
  }
  return false
}

function commitThatAdded(path: string): string {
  return execFileSync('git', ['log', '--diff-filter=A', '-1', '--format=%H', '--', path], {
    cwd: root,
    encoding: 'utf8',
  }).trim()
}

/** The files of that commit with today's packages, its own being the commit's. */
async function checkOut(directory: string): Promise<string> {
  await mkdir(directory)
  const archive = execFileSync('git', ['archive', ref], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', directory], { input: archive })
  // Its edge looks for a page; nobody asks for one here.
  await mkdir(join(directory, 'pwa', 'dist'))
  await linkPackages(join(root, 'node_modules'), join(directory, 'node_modules'))
  return directory
}

/** Commits of former times refuse to start where a migration is known that they have not heard of. */
async function hideFromThoseWhoMind(): Promise<void> {
  const source = await readFile(join(former, 'api/database/src/migrate.ts'), 'utf8')
  if (source.includes('disableMigrationsListValidation: true')) return
  const own = execFileSync('git', ['ls-tree', '--name-only', ref, 'api/database/migrations/'], { cwd: root })
  const names = own
    .toString()
    .trim()
    .split('\n')
    .map((path) => path.slice('api/database/migrations/'.length))
  const db = connect({ url: postgres.url, max: 1 })
  const hidden = await db('migrations').whereNotIn('name', names).delete()
  await db.destroy()
  say(`${hidden} newer migrations are hidden from it: it would not start otherwise`)
}
