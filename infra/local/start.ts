import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endLeftovers, leftovers, openRegistry } from './leftovers.ts'
import { NeedsHelp } from './machine.ts'
import { buildPage } from './page.ts'
import { freePort, portIsFree, portNear } from './ports.ts'
import { messageOf, startService } from './process.ts'
import { root, state } from './repository.ts'
import { startShop } from './shop.ts'

/** The whole shop on one address, from a fresh clone (infra/decisions/0010-start-and-test-commands.md). */
const { values } = parseArgs({
  options: { reset: { type: 'boolean', default: false }, watch: { type: 'boolean', default: false } },
})
const startedAt = Date.now()
const running = join(state, 'running.json')
const logs = join(state, 'logs')
const shopPort = Number(process.env['PORT'] || 8080)
const closing = new AbortController()
/** As the API decides it (Config.isTryOut in api/src/config.ts). */
const isTryOut = !process.env['TELEGRAM_BOT_TOKEN'] && !process.env['PUBLIC_ORIGIN']

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, close)
// Whoever started us may have closed the window.
process.stdout.on('error', () => {})

try {
  await open()
} catch (error) {
  if (!closing.signal.aborted) {
    const why =
      error instanceof NeedsHelp
        ? messageOf(error)
        : `The shop could not be opened: ${messageOf(error)}\nLogs are in ${logs}`
    console.error(`\n${why}`)
    closing.abort()
    process.exit(1)
  }
}
say('closed')
process.exit(0)

async function open(): Promise<void> {
  const other = leftovers(running).find(({ name }) => name === 'supervisor')
  if (other)
    throw new NeedsHelp(`The shop of this folder is open already (process ${other.pid}): close that one first.`)
  if (!Number.isInteger(shopPort) || shopPort < 1 || shopPort > 65_535)
    throw new NeedsHelp('PORT: a whole number from 1 to 65535, for example PORT=9090 npm start')
  if (!(await portIsFree(shopPort))) {
    throw new NeedsHelp(`port ${shopPort} is taken: PORT=${shopPort === 9090 ? 9091 : 9090} npm start`)
  }
  for (const name of await endLeftovers(running)) say(`${name} of an earlier start was still running: ended`)
  if (values.reset) rmSync(state, { recursive: true, force: true })
  mkdirSync(logs, { recursive: true })

  await using parts = new AsyncDisposableStack()
  parts.defer(() => rmSync(running, { force: true }))
  const registry = openRegistry(running)
  registry.remember('supervisor', process.pid)

  const pagePort = values.watch ? await freePort() : undefined
  if (pagePort) parts.use(await startPage(pagePort))
  const page = pagePort ? undefined : buildPage(join(logs, 'page.log'), closing.signal)
  const shop = parts.use(
    await startShop({
      dir: state,
      port: shopPort,
      telegramPort: await portNear(8081),
      mailPort: await portNear(8082),
      smtpPort: await portNear(1025),
      thirdPartyPort: await portNear(8083),
      keepAlive: true,
      watch: values.watch,
      ...(pagePort && { pagePort }),
      ...(page && { page }),
      registry,
      say,
      env: process.env,
      trustedProxies: (process.env['TRUSTED_PROXIES'] ?? '').split(/[\s,]+/).filter(Boolean),
      signal: closing.signal,
    }),
  )

  console.log(`
  The shop      ${shop.url}
  Telegram      ${shop.telegramUrl ?? 'your own bot'}   the staff chat, and a customer's phone
  Mail          ${shop.mailUrl ?? 'your own server'}   what the shop would have sent
  Google, Apple ${shop.thirdPartyUrl ?? 'the real ones'}   asks who is signing in

  Try           Order something and watch the request arrive in the staff chat. Then switch the network off in the
                browser, order again, and switch it on: the request was kept and arrives, once.
  Sign in as    ${isTryOut ? people() : 'nobody yet: make an admin (README.md), with settings of a production there are no demo people'}
  State, logs   ${state}   (npm start -- --reset begins anew)
  Ctrl-C        closes the shop
`)
  if (!closing.signal.aborted) await new Promise((resolve) => closing.signal.addEventListener('abort', resolve))
}

/** Who may be signed in as; api/src/prepare.ts has put them in. */
function people(): string {
  const demo = JSON.parse(readFileSync(join(root, 'api', 'seeds', 'accounts.json'), 'utf8')) as Record<string, string>[]
  return demo.map(({ email, password, role }) => `${email}  ${password}  (${role})`).join('\n                ')
}

function close(): void {
  if (!closing.signal.aborted) say('closing …')
  closing.abort()
}

function say(text: string): void {
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${text}`)
}

/** The development server that draws the page and replaces modules as they are edited. */
function startPage(port: number) {
  return startService({
    name: 'page',
    command: process.execPath,
    args: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--port', `${port}`, '--strictPort'],
    cwd: join(root, 'pwa'),
    env: { SHOP_ORIGIN: `http://localhost:${shopPort}` },
    log: join(logs, 'page.log'),
    keepAlive: true,
    say,
    isReady: () =>
      fetch(`http://localhost:${port}/`).then(
        (res) => res.ok,
        () => false,
      ),
  })
}
