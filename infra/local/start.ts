import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endOrphanProcesses, findOrphanProcesses, openProcessRegistry } from './orphan-processes.ts'
import { SetupError } from './find-program.ts'
import { buildPage } from './page.ts'
import { getFreePort, isPortFree, preferPort } from './ports.ts'
import { getErrorMessage, startService } from './process.ts'
import { root, stateDir } from './repository.ts'
import { startShop } from './shop.ts'

/** The whole shop on one address, from a fresh clone (infra/decisions/0010-start-and-test-commands.md). */
const { values } = parseArgs({
  options: { reset: { type: 'boolean', default: false }, watch: { type: 'boolean', default: false } },
})
const startedAt = Date.now()
const registryFile = join(stateDir, 'running.json')
const logsDir = join(stateDir, 'logs')
const shopPort = Number(process.env['PORT'] || 8080)
const closeRequest = new AbortController()
/** As the API decides it (Config.isTryOut in api/src/config.ts). */
const isTryOut = !process.env['TELEGRAM_BOT_TOKEN'] && !process.env['PUBLIC_ORIGIN']

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, requestClose)
// The terminal may have been closed.
process.stdout.on('error', () => {})

try {
  await openShop()
} catch (error) {
  if (!closeRequest.signal.aborted) {
    const message =
      error instanceof SetupError
        ? getErrorMessage(error)
        : `The shop could not be opened: ${getErrorMessage(error)}\nLogs are in ${logsDir}`
    console.error(`\n${message}`)
    closeRequest.abort()
    process.exit(1)
  }
}
print('closed')
process.exit(0)

async function openShop(): Promise<void> {
  const runningSupervisor = findOrphanProcesses(registryFile).find(({ name }) => name === 'supervisor')
  if (runningSupervisor)
    throw new SetupError(
      `The shop of this folder is open already (process ${runningSupervisor.pid}): close that one first.`,
    )
  if (!Number.isInteger(shopPort) || shopPort < 1 || shopPort > 65_535)
    throw new SetupError('PORT: a whole number from 1 to 65535, for example PORT=9090 npm start')
  if (!(await isPortFree(shopPort))) {
    throw new SetupError(`port ${shopPort} is taken: PORT=${shopPort === 9090 ? 9091 : 9090} npm start`)
  }
  for (const name of await endOrphanProcesses(registryFile))
    print(`${name} of an earlier start was still running: ended`)
  if (values.reset) rmSync(stateDir, { recursive: true, force: true })
  mkdirSync(logsDir, { recursive: true })

  await using disposables = new AsyncDisposableStack()
  disposables.defer(() => rmSync(registryFile, { force: true }))
  const registry = openProcessRegistry(registryFile)
  registry.register('supervisor', process.pid)

  const pagePort = values.watch ? await getFreePort() : undefined
  if (pagePort) disposables.use(await startPageServer(pagePort))
  const page = pagePort ? undefined : buildPage(join(logsDir, 'page.log'), closeRequest.signal)
  const shop = disposables.use(
    await startShop({
      dir: stateDir,
      port: shopPort,
      telegramPort: await preferPort(8081),
      mailPort: await preferPort(8082),
      smtpPort: await preferPort(1025),
      providerPort: await preferPort(8083),
      keepAlive: true,
      watch: values.watch,
      ...(pagePort && { pagePort }),
      ...(page && { page }),
      registry,
      print,
      env: process.env,
      trustedProxies: (process.env['TRUSTED_PROXIES'] ?? '').split(/[\s,]+/).filter(Boolean),
      signal: closeRequest.signal,
    }),
  )

  console.log(`
  The shop      ${shop.url}
  Telegram      ${shop.telegramUrl ?? 'your own bot'}   the staff chat, and a customer's phone
  Mail          ${shop.mailUrl ?? 'your own server'}   what the shop would have sent
  Google, Apple ${shop.providerUrl ?? 'the real ones'}   sign-in form of the fake

  Try           Order something and watch the request arrive in the staff chat. Then switch the network off in the
                browser, order again, and switch it on: the request was kept and arrives, once.
  Sign in as    ${isTryOut ? listDemoAccounts() : 'no account yet: create an admin (README.md); with production settings there are no demo accounts'}
  State, logs   ${stateDir}   (npm start -- --reset deletes it)
  Ctrl-C        closes the shop
`)
  if (!closeRequest.signal.aborted)
    await new Promise((resolve) => closeRequest.signal.addEventListener('abort', resolve))
}

/** Who may be signed in as; api/src/prepare.ts has put them in. */
function listDemoAccounts(): string {
  const accounts = JSON.parse(readFileSync(join(root, 'api', 'seeds', 'accounts.json'), 'utf8')) as Record<
    string,
    string
  >[]
  return accounts.map(({ email, password, role }) => `${email}  ${password}  (${role})`).join('\n                ')
}

function requestClose(): void {
  if (!closeRequest.signal.aborted) print('closing …')
  closeRequest.abort()
}

function print(text: string): void {
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${text}`)
}

/** The development server that draws the page and replaces modules as they are edited. */
function startPageServer(port: number) {
  return startService({
    name: 'page',
    command: process.execPath,
    args: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--port', `${port}`, '--strictPort'],
    cwd: join(root, 'pwa'),
    env: { SHOP_ORIGIN: `http://localhost:${shopPort}` },
    log: join(logsDir, 'page.log'),
    keepAlive: true,
    print,
    isReady: () =>
      fetch(`http://localhost:${port}/`).then(
        (res) => res.ok,
        () => false,
      ),
  })
}
