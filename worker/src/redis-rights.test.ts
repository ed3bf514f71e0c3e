import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { startRedis } from '../../infra/local/redis.ts'
import { openWorkerStack, waitUntil } from '../test/worker-stack.ts'

const password = 'Wq7Zr2kV'

/** Returns the Redis users that infra/production/compose.yml defines. */
function readRedisUsers(): string[] {
  const file = readFileSync(new URL('../../infra/production/compose.yml', import.meta.url), 'utf8')
  const { command } = (parse(file, { merge: true }) as { services: { redis: { command: string[] } } }).services.redis
  return command.slice(command.indexOf('--user')).map((word) => word.replace(/\$\{REDIS_PASSWORD:.*\}/, password))
}

async function openGuardedRedis() {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-redis-'))
  const observer = ['--user', 'observer', 'on', 'nopass', '~*', '+@all']
  const redis = await startRedis({ dir, args: [...readRedisUsers(), ...observer] })
  const clients: Redis[] = []
  return {
    url: `redis://shop:${password}@127.0.0.1:${redis.port}`,
    /** Connects as a user; without a name as Redis's default user. */
    as(name?: 'shop' | 'observer') {
      const credentials = { ...(name && { username: name, password: name === 'shop' ? password : 'any' }) }
      const client = new Redis({ port: redis.port, ...credentials, enableReadyCheck: false, disableClientInfo: true })
      clients.push(client.on('error', () => {}))
      return client
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.disconnect()
      await redis.stop()
      await rm(dir, { recursive: true })
    },
  }
}

/** Expects a rejection by the access rules or by the client. */
const refused = (call: Promise<unknown>) => expect(call).rejects.toThrow(/^NOPERM|command not allowed/)

test('P-06: a worker with the production rights in Redis does all its work without a rejected command', async () => {
  await using guarded = await openGuardedRedis()
  await using workerStack = await openWorkerStack()
  workerStack.telegram.answerNext({ status: 429, description: 'Too Many Requests', parameters: { retry_after: 1 } })
  const worker = workerStack.openWorker({ redisUrl: guarded.url, prefix: 'bull' })
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, order) => workerStack.order({ is_suspect: order % 2 > 0 })),
  )
  // Fails outside its handler, so BullMQ retries it.
  await workerStack.db('job_outbox').insert({ key: 'poison', name: 'order-placed', payload: '{}' })

  await waitUntil(async () => !(await workerStack.db('orders').where({ telegram_sent: false }).first()), 20_000)
  const metrics = await (await fetch(`http://127.0.0.1:${worker.port()}/metrics`)).text()
  await worker.close()

  expect(workerStack.telegram.messages).toHaveLength(ids.length)
  expect(metrics).toMatch(/^tsedra_redis_up\{.*\} 1$|^tsedra_redis_up 1$/m)
  expect(metrics).toMatch(/^tsedra_queue_failed_jobs/m)
  expect(await guarded.as('observer').call('ACL', 'LOG')).toEqual([])
})

// catches mutation: redis-shop-keys, redis-shop-commands
test('P-06: the shop user reaches no key but its queue and no administrative command of Redis', async () => {
  await using guarded = await openGuardedRedis()
  const shop = guarded.as('shop')

  expect(await shop.set('bull:jobs:id', '1')).toBe('OK')
  for (const key of ['bullet', 'session:1', 'bull']) {
    await refused(shop.set(key, '1'))
    await refused(shop.get(key))
    await refused(shop.eval("return redis.call('SET', KEYS[1], '1')", 1, key))
  }
  for (const [command = '', ...rest] of [
    ['FLUSHALL'],
    ['FLUSHDB'],
    ['KEYS', '*'],
    ['SCAN', '0'],
    ['CONFIG', 'GET', '*'],
    ['CONFIG', 'SET', 'dir', '/tmp'],
    ['SHUTDOWN', 'NOSAVE'],
    ['DEBUG', 'SLEEP', '0'],
    ['ACL', 'LIST'],
    ['CLIENT', 'KILL', 'TYPE', 'normal'],
    ['CLIENT', 'LIST'],
    ['REPLICAOF', 'elsewhere', '6379'],
    ['MODULE', 'LIST'],
    ['SCRIPT', 'FLUSH'],
    ['MONITOR'],
    ['SAVE'],
    ['MIGRATE', 'elsewhere', '6379', 'bull:jobs:id', '0', '1'],
    ['PUBLISH', 'anything', '1'],
  ]) {
    await refused(shop.call(command, ...rest))
  }
  expect(await shop.get('bull:jobs:id')).toBe('1')
})

// catches mutation: redis-default-user
test('P-06: a client without a user name or with a wrong password may only ping Redis', async () => {
  await using guarded = await openGuardedRedis()
  const anonymous = guarded.as()

  expect(await anonymous.ping()).toBe('PONG')
  await refused(anonymous.get('bull:jobs:id'))
  await refused(anonymous.info())
  await refused(anonymous.flushall())
  await expect(anonymous.auth('shop', 'local-only-redis')).rejects.toThrow(/^WRONGPASS/)
})
