import { readFile } from 'node:fs/promises'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

export interface Balancer extends AsyncDisposable {
  url: string
  /** Requests that were answered by nobody in time, or broke off: what a shopper would have met. */
  readonly failed: string[]
  /** Times that another replica was asked because one took no connection. */
  readonly movedOn: () => number
}

export interface Replica {
  port: number
  /** Answers 200 as long as this replica wants to be asked. */
  readyUrl: string
}

/**
 * What Caddy and Kubernetes do with replicas, by the numbers of infra/docker/Caddyfile: each is asked every
 * `health_interval` whether it is ready, and left out when it is not. Who takes no connection has not been asked: the next
 * one is, for as long as `lb_try_duration`. Whatever else breaks off is asked again when it only reads.
 *
 * @see https://caddyserver.com/docs/caddyfile/directives/reverse_proxy#load-balancing
 */
export async function openBalancer(replicas: readonly Replica[]): Promise<Balancer> {
  const caddyfile = await readFile(new URL('../docker/Caddyfile', import.meta.url), 'utf8')
  const [, tryS] = /reverse_proxy \{\$API_ADDRESS:api:3000\} \{\s+lb_try_duration (\d+)s/.exec(caddyfile) ?? []
  const [, intervalMs] = /lb_try_interval (\d+)ms/.exec(caddyfile) ?? []
  const [, healthS] = /health_interval (\d+)s/.exec(caddyfile) ?? []
  const all = replicas.map((replica) => ({ ...replica, agent: new Agent({ keepAlive: true }), isReady: true }))
  const asking = all.map((replica) => setInterval(() => void look(replica), Number(healthS) * 1_000))
  const failed: string[] = []
  let turn = 0
  let movedOn = 0

  const server = createServer((req, res) => {
    pass(req, res).catch((error: unknown) => {
      failed.push(`${req.method} ${req.url}: ${String(error)}`)
      if (res.headersSent) res.destroy()
      else res.writeHead(503).end()
    })
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', () => open()))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failed,
    movedOn: () => movedOn,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      for (const timer of asking) clearInterval(timer)
      for (const { agent } of all) agent.destroy()
      await new Promise((done) => server.close(done))
    },
  }

  async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await buffer(req)
    const deadline = Date.now() + Number(tryS) * 1_000
    for (let tried = 1; ; tried++) {
      const ready = all.filter(({ isReady }) => isReady)
      const replica = ready[turn++ % ready.length] ?? all[turn % all.length]
      if (!replica) throw new Error('there is no replica')
      try {
        const answer = await ask(replica, req, body)
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        res.end(await buffer(answer))
        return
      } catch (error) {
        const again = (error as { syscall?: string }).syscall === 'connect' || req.method === 'GET'
        if (!again || Date.now() > deadline) throw error
        movedOn += 1
        if (tried % all.length === 0) await pause(Number(intervalMs))
      }
    }
  }
}

async function look(replica: Replica & { isReady: boolean }): Promise<void> {
  replica.isReady = await fetch(replica.readyUrl, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

function ask({ port, agent }: { port: number; agent: Agent }, req: IncomingMessage, body: Buffer) {
  // What was agreed for the shopper's own connection ends here.
  const { connection: _, ...headers } = req.headers
  return new Promise<IncomingMessage>((done, fail) => {
    const outgoing = request({ host: '127.0.0.1', port, agent, method: req.method, path: req.url, headers }, done)
    outgoing.once('error', fail)
    outgoing.end(body)
  })
}
