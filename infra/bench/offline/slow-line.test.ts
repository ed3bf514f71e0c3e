import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openSlowLine } from './slow-line.ts'

const BYTES = 20_000

/** Starts a server behind a slow line that sends the same response to every client and closes the connection. */
async function openServerBehindLine() {
  await using disposables = new AsyncDisposableStack()
  const server = createServer((_, res) => {
    res.writeHead(200, { connection: 'close' }).end(Buffer.alloc(BYTES, 'a'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  disposables.defer(() => void server.close())
  const line = disposables.use(await openSlowLine((server.address() as AddressInfo).port))
  const resources = disposables.move()
  return { line, ask: measureResponseBytes, [Symbol.asyncDispose]: () => resources.disposeAsync() }

  async function measureResponseBytes(): Promise<number> {
    return (await (await fetch(line.url)).arrayBuffer()).byteLength
  }
}

test('two answers at once share the width, arrive whole, and are counted', async () => {
  await using slow = await openServerBehindLine()
  slow.line.speed = { bitsPerSecond: 800_000, rttMs: 0 }
  const startedAt = performance.now()

  const sizes = await Promise.all([slow.ask(), slow.ask()])

  expect(sizes).toEqual([BYTES, BYTES])
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual((2 * BYTES * 8) / 800)
  expect(slow.line.received).toBeGreaterThan(2 * BYTES)
})

test('an answer on a new connection takes two round trips at least', async () => {
  await using slow = await openServerBehindLine()
  slow.line.speed = { bitsPerSecond: 1_000_000_000, rttMs: 200 }
  const startedAt = performance.now()

  await slow.ask()

  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(400)
})

test('without a server behind it the connection breaks', async () => {
  await using line = await openSlowLine(9)
  await expect(fetch(line.url)).rejects.toThrow('fetch failed')
})
