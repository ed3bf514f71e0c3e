import { handOver, install } from './bootstrap.mjs'

install()
handOver('infra/local/test.ts')
