import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines on stdout. Requests are logged by allow-list (see http/log-request.ts): no bodies, no query values. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: { app: 'api' },
    redact: { paths: ['err.detail', 'err.where', 'err.query', 'err.bindings', 'err.parameters'], remove: true },
    serializers: { err: plainError },
  })
}

/** What an error may say in the log: never the bindings of a query, which knex puts into its message. */
function plainError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'not an error' }
  const { code, constraint, severity } = error as { code?: string; constraint?: string; severity?: string }
  const message = severity ? error.message.split(' - ').at(-1) : error.message
  return {
    name: error.name,
    message,
    code,
    constraint,
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8),
  }
}
