interface LogLine {
  level?: number
  msg?: string
  err?: { message?: string }
}

/** Errors of the log, and whatever a program said outside it: to whoever watches the supervisor. */
export function worthShowing(line: string): string | undefined {
  if (!line.startsWith('{')) return /^\s*$|ExperimentalWarning|node --trace/.test(line) ? undefined : line
  const { level = 0, msg = '', err } = readLine(line)
  if (level < 50) return undefined
  return err?.message && err.message !== msg ? `${msg}: ${err.message}` : msg
}

function readLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine
  } catch {
    return {}
  }
}
