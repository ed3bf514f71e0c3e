import type { ProcessRegistry } from './orphan-processes.ts'

export type Environment = Record<string, string | undefined>

export interface ShopOptions {
  /** Holds database, Redis, pictures, chat and logs; created if absent. */
  dir: string
  /** A free port when absent, as for every port. */
  port?: number
  telegramPort?: number
  mailPort?: number
  smtpPort?: number
  providerPort?: number
  /** Restarts crashed services. */
  keepAlive?: boolean
  /** Restarts API and worker after every save. */
  watch?: boolean
  /** Port of a development server that serves the page. */
  pagePort?: number
  /** A page build in progress; the edge listens when it resolves. */
  page?: Promise<unknown>
  registry?: ProcessRegistry
  print?: (text: string) => void
  /**
   * Real services in place of embedded ones: DATABASE_URL, REDIS_URL, SMTP_URL, TELEGRAM_BOT_TOKEN, GOOGLE_CLIENT_ID or
   * APPLE_CLIENT_ID; any other setting of API and worker.
   */
  env?: Environment
  /** Addresses whose `X-Forwarded-For` the edge keeps. Default: this machine, whose tests simulate many customers. */
  trustedProxies?: readonly string[]
  /** Aborts the start. */
  signal?: AbortSignal
}
