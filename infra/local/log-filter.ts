interface LogLine {
  level?: number
  msg?: string
  err?: { message?: string }
}

/** Matches the error of a program that could not open its log, without the stack. */
const startupErrorPattern = /^(?:Uncaught |Bad configuration|\w*[Ee]rror: | {2}[A-Z][A-Z\d_]+: )/

/** Returns the error lines of a program's log for the terminal of the supervisor. */
export function filterLogLine(line: string): string | undefined {
  if (!line.startsWith('{')) return startupErrorPattern.test(line) ? line : undefined
  const { level = 0, msg = '', err } = parseLogLine(line)
  if (level < 50) return undefined
  return err?.message && err.message !== msg ? `${msg}: ${err.message}` : msg
}

function parseLogLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine
  } catch {
    return {}
  }
}
