import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

// catches mutation: shutdown-closes-connections
test('R-41: while draining every response, cached ones included, has `Connection: close`, and no request is refused', async () => {
  const server = await listen((_req, res) => {
    res.writeHead(200, { 'Content-Length': 2 })
    res.end('ok')
  }, 0)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<string | undefined>((done, fail) => {
      const outgoing = request({ port: server.port, agent }, (res) => {
        res.resume()
        res.once('end', () => done(res.headers.connection))
      })
      outgoing.once('error', fail).end()
    })

  const before = await ask()
  server.startDraining()
  const after = [await ask(), await ask()]
  await server.close(1_000)
  agent.destroy()

  expect(before).toBe('keep-alive')
  expect(after).toEqual(['close', 'close'])
})
