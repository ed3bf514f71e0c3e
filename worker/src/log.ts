import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines on stdout: ids, names of jobs, outcomes. Never texts, names, phones, nor the bot's token. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { app: 'worker' },
    serializers: { err: plainError },
    hooks: { streamWrite: withoutToken },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** What an error may say: no bindings of queries, no payloads of calls, no addresses that hold the token. */
function plainError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'not an error' }
  const { code, constraint, severity } = error as { code?: string; constraint?: string; severity?: string }
  const message = severity ? (error.message.split(' - ').at(-1) ?? '') : error.message
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return { name: error.name, message, code, constraint, stack: stack?.slice(0, 8) }
}

export const withoutToken = (text: string): string => text.replace(/\d{6,}:[\w-]{20,}/g, '<token>')
