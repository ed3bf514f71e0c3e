import { once } from 'node:events'
import { type Check, CheckFailure } from '@tsedra/service/checks'
import { openRedis } from '../jobs/redis.ts'

/** Checks that the worker's user reaches Redis, and that Redis never deletes jobs to free memory. */
export function checkRedis(url: string): Check {
  return {
    name: 'Redis',
    fix: 'Look at `docker compose logs redis`. After a new REDIS_PASSWORD run `docker compose up -d`.',
    async run() {
      const failed = Promise.withResolvers<never>()
      const redis = openRedis(url, failed.reject)
      try {
        await Promise.race([once(redis.producer, 'ready'), failed.promise])
        const info = await redis.producer.info()
        const readField = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1] ?? 'unknown'
        const policy = readField('maxmemory_policy')
        if (policy !== 'noeviction') {
          throw new CheckFailure(
            `it deletes jobs when its memory is full (maxmemory-policy ${policy})`,
            'Start Redis with --maxmemory-policy noeviction.',
          )
        }
        return readField('redis_version')
      } finally {
        redis.disconnect()
      }
    },
  }
}
