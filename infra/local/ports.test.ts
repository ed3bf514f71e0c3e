import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './ports.ts'

/** Gives these in turn, and any other after them. */
const inTurn = (...ports: number[]) => {
  const left = ports.values()
  return () => left.next().value ?? randomInt(20_000, 32_768)
}

test('a port that another process was given is not given here before that process has ended', async () => {
  const script = `const { freePort } = await import('./infra/local/ports.ts')
    process.stdout.write(String(await freePort()))
    process.stdin.resume()`
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [said] = await once(other.stdout, 'data')
  const its = Number(said)
  const ours = await freePort()
  expect(its).toBeGreaterThan(0)

  const next = await freePort(inTurn(its, ours))
  expect([its, ours]).not.toContain(next)

  const ended = once(other, 'exit')
  other.kill('SIGKILL')
  await ended
  expect(await freePort(inTurn(its))).toBe(its)
})

test('a port somebody listens on is not given', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const taken = (server.address() as AddressInfo).port
  try {
    expect(await freePort(inTurn(taken))).not.toBe(taken)
  } finally {
    server.close()
  }
})
