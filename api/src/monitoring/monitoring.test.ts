import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMetrics, type Metrics } from '@tsedra/service/metrics'
import { expect, test } from 'vitest'
import { openShop } from '../../test/shop.ts'
import { buildBackupName } from '../backup/rotation.ts'
import { collectMachineMetrics } from './machine-metrics.ts'
import { startPublicProbe } from './public-probe.ts'

/** Returns the value of a metric without labels; undefined when it is not exported. */
async function readMetric(metrics: Metrics, name: string): Promise<number | undefined> {
  const [, value] = new RegExp(`^${name} (.+)$`, 'm').exec(await metrics.text()) ?? []
  return value === undefined ? undefined : Number(value)
}

const readProbe = (metrics: Metrics) => readMetric(metrics, 'tsedra_public_address_up')

test('public address: 1 while the shop responds there, 0 soon after it has stopped', async () => {
  const metrics = createMetrics()
  const shop = await openShop()
  using _probe = startPublicProbe({ publicOrigin: shop.url, metrics, intervalMs: 50 })

  expect(await readProbe(metrics)).toBeUndefined()
  await expect.poll(() => readProbe(metrics)).toBe(1)
  await shop[Symbol.asyncDispose]()
  await expect.poll(() => readProbe(metrics)).toBe(0)
})

// catches mutation: probe-needs-shop
test.each([
  ['another server', 200, {}],
  ['a redirect', 302, { 'X-App': 'tsedra', Location: '/' }],
  ['a busy shop', 503, { 'X-App': 'tsedra' }],
])('public address: 0 with %s', async (_what, status, headers) => {
  const metrics = createMetrics()
  await using server = await startServer((res) => void res.writeHead(status, headers).end('{}'))
  using _probe = startPublicProbe({ publicOrigin: server.url, metrics })

  await expect.poll(() => readProbe(metrics)).toBe(0)
  expect(await readMetric(metrics, 'tsedra_certificate_expiry_timestamp_seconds')).toBeUndefined()
})

test('free disk space is a part of the disk; backups have metrics only where the API can read them', async () => {
  const metrics = createMetrics()
  collectMachineMetrics(metrics, {})

  expect(await readMetric(metrics, 'tsedra_disk_free_ratio')).toBeGreaterThan(0)
  expect(await readMetric(metrics, 'tsedra_disk_free_ratio')).toBeLessThan(1)
  expect(await metrics.text()).not.toContain('tsedra_backup')
})

test('the newest backup has its time; none, one of the future and a missing directory have 0', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-backups-'))
  try {
    const metrics = createMetrics()
    collectMachineMetrics(metrics, { backupDirectory: directory })
    const read = () => readMetric(metrics, 'tsedra_backup_newest_timestamp_seconds')
    const addBackup = (at: Date) => writeFile(join(directory, buildBackupName(at)), '')
    const hoursAgo = (hours: number) => new Date(Math.floor(Date.now() / 1_000) * 1_000 - hours * 3_600_000)

    expect(await read()).toBe(0)
    for (const hours of [50, 40]) await addBackup(hoursAgo(hours))
    await writeFile(join(directory, '.unfinished'), '')
    expect(await read()).toBeCloseTo(Date.now() / 1_000 - 40 * 3_600, -1)
    expect(await readMetric(metrics, 'tsedra_backup_disk_free_ratio')).toBeGreaterThan(0)
    await addBackup(hoursAgo(-1))
    expect(await read()).toBe(0)
  } finally {
    await rm(directory, { recursive: true })
  }
  const metrics = createMetrics()
  collectMachineMetrics(metrics, { backupDirectory: directory })
  expect(await readMetric(metrics, 'tsedra_backup_newest_timestamp_seconds')).toBe(0)
})

async function startServer(respond: (res: ServerResponse) => void) {
  const server = createServer((_req, res) => respond(res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
