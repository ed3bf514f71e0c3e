import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

/** Orders from one address over many connections, for so many seconds. */
export interface FloodOptions {
  url: string
  origin: string
  address: string
  connections: number
  seconds: number
}

/** How many calls got which status. */
export type FloodResult = Record<string, number>

const { url, origin, address, connections, seconds } = JSON.parse(process.argv[2] ?? '') as FloodOptions
const { errors, statusCodeStats } = await autocannon({
  url,
  method: 'POST',
  connections,
  duration: seconds,
  timeout: 60,
  requests: [
    {
      setupRequest: (request: autocannon.Request) => ({
        ...request,
        headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': address },
        body: JSON.stringify({
          id: randomUUID(),
          customerName: 'Олена Барвінок',
          customerPhone: `+38067${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`,
        }),
      }),
    },
  ],
})
const statusCounts = Object.entries(statusCodeStats ?? {}).map(([status, { count }]) => [status, count ?? 0] as const)
process.stdout.write(JSON.stringify({ errors, ...Object.fromEntries(statusCounts) } satisfies FloodResult))
