import { runService } from '@tsedra/service/run-service'
import { readConfig } from './config.ts'
import { openWorker } from './open-worker.ts'

await runService({
  name: 'worker',
  readConfig,
  shutdownTimeoutMs: 24_000,
  open(config, log) {
    const worker = openWorker({ ...config, log, onStuck: () => process.exit(1) })
    return { openFields: { healthPort: config.healthPort }, close: () => worker.close() }
  },
})
