import { type DestinationStream, type LogFn, type Logger, type LoggerOptions, pino } from 'pino'

export type Log = Logger

/** JSON lines on stdout: ids, names, outcomes. Never bodies, texts, names of people, phones, nor the bot's token. */
export function createLog(app: string, level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: { app },
    serializers: { err: plainError },
    hooks: { logMethod: withMessage, streamWrite: withoutToken },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** What an error may say: no bindings of a query (knex puts them into the message), no payload of a call. */
function plainError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'not an error' }
  const { code, constraint, severity } = error as { code?: string; constraint?: string; severity?: string }
  const message = severity ? error.message.split(' - ').at(-1) : error.message
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return { name: error.name, message, code, constraint, stack: stack?.slice(0, 8) }
}

/** Left without a message, pino takes the whole one of the error. */
function withMessage(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  method.apply(this, args.length === 1 ? [args[0], 'error'] : args)
}

/** The address of every call to Telegram holds the token. */
const withoutToken = (text: string): string => text.replace(/\d{6,}:[\w-]{20,}/g, '<token>')
