import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { getFreePort } from './ports.ts'

/** Gives these in turn, and any other after them. */
const inOrder = (...ports: number[]) => {
  const remaining = ports.values()
  return () => remaining.next().value ?? randomInt(20_000, 32_768)
}

test('a port that another process was given is not given here before that process has ended', async () => {
  const script = `const { getFreePort } = await import('./infra/local/ports.ts')
    process.stdout.write(String(await getFreePort()))
    process.stdin.resume()`
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [output] = await once(other.stdout, 'data')
  const otherPort = Number(output)
  const ownPort = await getFreePort()
  expect(otherPort).toBeGreaterThan(0)

  const next = await getFreePort(inOrder(otherPort, ownPort))
  expect([otherPort, ownPort]).not.toContain(next)

  const exited = once(other, 'exit')
  other.kill('SIGKILL')
  await exited
  expect(await getFreePort(inOrder(otherPort))).toBe(otherPort)
})

test('a port in use is not returned', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const usedPort = (server.address() as AddressInfo).port
  try {
    expect(await getFreePort(inOrder(usedPort))).not.toBe(usedPort)
  } finally {
    server.close()
  }
})
