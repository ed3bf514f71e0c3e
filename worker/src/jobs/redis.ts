import { Redis, type CommonRedisOptions } from 'ioredis'

export interface RedisConnections {
  /** Fails fast, because the relay retries. */
  producer: Redis
  /** Waits for Redis, because BullMQ blocks on it. */
  consumer: Redis
  isReady: () => boolean
  disconnect: () => void
}

type RedisOptions = Pick<CommonRedisOptions, 'enableOfflineQueue' | 'maxRetriesPerRequest' | 'commandTimeout'>

const RETRY_STEP_MS = 200
const RETRY_MAX_MS = 2_000

/** Opens the two connections of a worker to Redis; both reconnect within two seconds. */
export function openRedis(url: string, onError: (error: Error) => void): RedisConnections {
  const producer = open({ enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 1_500 })
  const consumer = open({ maxRetriesPerRequest: null })
  return {
    producer,
    consumer,
    isReady: () => producer.status === 'ready' && consumer.status === 'ready',
    disconnect() {
      consumer.disconnect()
      producer.disconnect()
    },
  }

  function open(options: RedisOptions): Redis {
    const retryStrategy = (tries: number): number => Math.min(RETRY_STEP_MS * tries, RETRY_MAX_MS)
    return new Redis(url, { ...options, retryStrategy }).on('error', onError)
  }
}
