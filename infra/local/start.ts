import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endLeftovers, leftovers, openRegistry } from './leftovers.ts'
import { NeedsHelp } from './machine.ts'
import { buildPage } from './page.ts'
import { freePort, portIsFree } from './ports.ts'
import { messageOf, startService } from './process.ts'
import { root, state } from './repository.ts'
import { startShop } from './shop.ts'

/** The whole shop on one address, from a fresh clone (infra/decisions/0010-two-commands.md). */
const { values } = parseArgs({
  options: { reset: { type: 'boolean', default: false }, watch: { type: 'boolean', default: false } },
})
const startedAt = Date.now()
const running = join(state, 'running.json')
const ports = { shop: Number(process.env['PORT'] ?? 8080), telegram: 8081, mail: 8082, smtp: 1025 }

const say = (text: string) => console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${text}`)

try {
  await open()
} catch (error) {
  console.error(
    error instanceof NeedsHelp
      ? `\n${error.message}`
      : `\nThe shop could not be started: ${messageOf(error)}\nLogs are in ${join(state, 'logs')}.`,
  )
  process.exit(1)
}

async function open(): Promise<void> {
  for (const name of await endLeftovers(running)) say(`${name} of an earlier start was still running: ended`)
  if (values.reset) rmSync(state, { recursive: true, force: true })
  mkdirSync(state, { recursive: true })
  for (const port of Object.values(ports)) await mustBeFree(port)

  await using parts = new AsyncDisposableStack()
  const registry = openRegistry(running)
  const pagePort = values.watch ? await freePort() : undefined
  if (pagePort) parts.use(await startPage(pagePort))
  else say((await buildPage()) === 'built' ? 'page built' : 'page unchanged since the last build')

  const shop = parts.use(
    await startShop({
      dir: state,
      port: ports.shop,
      telegramPort: ports.telegram,
      mailPort: ports.mail,
      smtpPort: ports.smtp,
      keepAlive: true,
      watch: values.watch,
      ...(pagePort && { pagePort }),
      registry,
      say,
      env: process.env,
    }),
  )

  console.log(`
  The shop is open:      ${shop.url}
  Telegram (stand-in):   ${shop.telegramUrl ?? 'your own bot'}   what staff and customers see in the chat
  Mail (viewer):         ${shop.mailUrl}

  Try: pick a product, press “Замовити зараз”, send the request, and watch it arrive in the staff chat.
  State and logs: ${state}   (npm start -- --reset begins anew)
  Ctrl-C closes the shop.
`)
  await new Promise<void>((close) => {
    process.once('SIGINT', () => close())
    process.once('SIGTERM', () => close())
  })
  say('closing …')
  await parts.disposeAsync()
  say('closed')
  if (leftovers(running).length === 0) rmSync(running, { force: true })
  process.exit(0)
}

async function mustBeFree(port: number): Promise<void> {
  if (await portIsFree(port)) return
  throw new NeedsHelp(
    port === ports.shop
      ? `Port ${port} is taken: choose another one, for example PORT=${port + 1010} npm start`
      : `Port ${port} is taken; the stand-ins for Telegram and mail need 8081, 8082 and 1025. Close what uses it and start again.`,
  )
}

/** The development server that draws the page and replaces modules as they are edited. */
function startPage(port: number) {
  return startService({
    name: 'page',
    command: process.execPath,
    args: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--port', `${port}`, '--strictPort'],
    cwd: join(root, 'pwa'),
    env: { SHOP_ORIGIN: `http://localhost:${ports.shop}` },
    keepAlive: true,
    say,
    isReady: () =>
      fetch(`http://localhost:${port}/`).then(
        (res) => res.ok,
        () => false,
      ),
  })
}
