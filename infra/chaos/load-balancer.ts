import { readFile } from 'node:fs/promises'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

export interface LoadBalancer extends AsyncDisposable {
  url: string
  /** Requests without a response in time, or with a broken one: failures that a shopper would have seen. */
  readonly failures: string[]
  /** Retries on another replica because one refused the connection. */
  readonly failoverCount: () => number
}

export interface Replica {
  port: number
  /** Returns 200 while this replica accepts requests. */
  readyUrl: string
}

/**
 * Balances requests as Caddy and Kubernetes do, with the numbers of infra/docker/Caddyfile: each replica is probed every
 * `health_interval` and skipped while it is not ready. A replica that refuses the connection is replaced by the next one
 * for at most `lb_try_duration`. Other failures are retried for reads only.
 *
 * @see https://caddyserver.com/docs/caddyfile/directives/reverse_proxy#load-balancing
 */
export async function openLoadBalancer(replicas: readonly Replica[]): Promise<LoadBalancer> {
  const caddyfile = await readFile(new URL('../docker/Caddyfile', import.meta.url), 'utf8')
  const [, tryS] = /reverse_proxy \{\$API_ADDRESS:api:3000\} \{\s+lb_try_duration (\d+)s/.exec(caddyfile) ?? []
  const [, intervalMs] = /lb_try_interval (\d+)ms/.exec(caddyfile) ?? []
  const [, healthS] = /health_interval (\d+)s/.exec(caddyfile) ?? []
  const backends = replicas.map((replica) => ({ ...replica, agent: new Agent({ keepAlive: true }), isReady: true }))
  const healthTimers = backends.map((replica) =>
    setInterval(() => void checkReadiness(replica), Number(healthS) * 1_000),
  )
  const failures: string[] = []
  let nextIndex = 0
  let failoverCount = 0

  const server = createServer((req, res) => {
    forwardRequest(req, res).catch((error: unknown) => {
      failures.push(`${req.method} ${req.url}: ${String(error)}`)
      if (res.headersSent) res.destroy()
      else res.writeHead(503).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    failoverCount: () => failoverCount,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      for (const timer of healthTimers) clearInterval(timer)
      for (const { agent } of backends) agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function forwardRequest(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await buffer(req)
    const deadline = Date.now() + Number(tryS) * 1_000
    for (let attempt = 1; ; attempt++) {
      const readyBackends = backends.filter(({ isReady }) => isReady)
      const replica = readyBackends[nextIndex++ % readyBackends.length] ?? backends[nextIndex % backends.length]
      if (!replica) throw new Error('there is no replica')
      try {
        const response = await sendToReplica(replica, req, body)
        res.writeHead(response.statusCode ?? 502, response.headers)
        res.end(await buffer(response))
        return
      } catch (error) {
        const canRetry = (error as { syscall?: string }).syscall === 'connect' || req.method === 'GET'
        if (!canRetry || Date.now() > deadline) throw error
        failoverCount += 1
        if (attempt % backends.length === 0) await pause(Number(intervalMs))
      }
    }
  }
}

async function checkReadiness(replica: Replica & { isReady: boolean }): Promise<void> {
  replica.isReady = await fetch(replica.readyUrl, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

function sendToReplica({ port, agent }: { port: number; agent: Agent }, req: IncomingMessage, body: Buffer) {
  // What was agreed for the shopper's own connection ends here.
  const { connection: _, ...headers } = req.headers
  return new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, agent, method: req.method, path: req.url, headers }, resolve)
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
