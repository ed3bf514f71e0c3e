import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type LogFn, type Logger, type LoggerOptions, pino } from 'pino'

export type Log = Logger

/**
 * Creates a log of JSON lines on stdout: ids, names, outcomes. Never bodies, texts, personal names, phones, or the
 * bot's token.
 */
export function createLog(app: string, level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: { app },
    serializers: { err: serialiseError },
    mixin: () => ({ ...logContext.getStore() }),
    hooks: { logMethod: addMessage, streamWrite: redactToken },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Returns the loggable part of an error: no query bindings (knex adds them to the message), no payload of a call. */
function serialiseError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'not an error' }
  const { code, constraint, severity } = error as { code?: string; constraint?: string; severity?: string }
  const message = severity ? error.message.split(' - ').at(-1) : error.message
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return { name: error.name, message, code, constraint, stack: stack?.slice(0, 8) }
}

const logContext = new AsyncLocalStorage<Record<string, unknown>>()

/** Adds fields, such as the request id, to every line that `work` and its asynchronous calls write. */
export function withLogFields<Result>(logFields: Readonly<Record<string, unknown>>, work: () => Result): Result {
  return logContext.run({ ...logFields }, work)
}

/** Adds fields to every later line of the current `withLogFields`; without one it does nothing. */
export function addLogFields(logFields: Readonly<Record<string, unknown>>): void {
  Object.assign(logContext.getStore() ?? {}, logFields)
}

/**
 * Uses the event as the message of a line without one. Otherwise pino would use the error's message, which may be
 * private.
 */
function addMessage(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [line] = args as unknown[]
  if (args.length > 1 || typeof line !== 'object' || line === null) return method.apply(this, args)
  const { event, err } = line as { event?: unknown; err?: unknown }
  const message = typeof event === 'string' ? event : err === undefined ? 'event' : 'error'
  method.apply(this, [line, message] as Parameters<LogFn>)
}

/** The URL of every call to Telegram contains the token. */
const redactToken = (text: string): string => text.replace(/\d{6,}:[\w-]{20,}/g, '<token>')
