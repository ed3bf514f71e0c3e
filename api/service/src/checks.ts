/** One part of a running shop that its operator can repair. */
export interface Check {
  name: string
  /** Returns what it measured, as one short text. @throws CheckFailure, or any error of a library or of the network */
  run: (signal: AbortSignal) => Promise<string>
  /** The sentence for errors that are no CheckFailure. */
  fix: string
  /** Whether it needs what others run, such as Telegram: an error that is no CheckFailure is then an outage. */
  isExternal?: boolean
}

/** A check's negative result, with the sentence for the operator. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure'
  readonly fix: string

  constructor(problem: string, fix: string) {
    super(problem)
    this.fix = fix
  }
}

interface RunOptions {
  write: (text: string) => void
  /** Texts that are never written, even if an error of a library contains them. */
  secrets: readonly (string | undefined)[]
  /** Whether outages are warnings. */
  allowsOutages?: boolean
  /** Timeout of each check, in ms. */
  timeoutMs?: number
}

/** Longer than the timeouts of the clients, whose errors name the cause. */
const TIMEOUT_MS = 12_000

/**
 * Runs all checks at once and writes one line for each, in their order; a failed one has a second line with its fix.
 *
 * @returns whether none of them failed
 */
export async function runChecks(
  checks: readonly Check[],
  { write, secrets, allowsOutages = false, timeoutMs = TIMEOUT_MS }: RunOptions,
): Promise<boolean> {
  const redact = createRedactor(secrets)
  const results = await Promise.all(checks.map((check) => runCheck(check, timeoutMs)))
  let passed = true
  for (const { name, text, fix, isOutage } of results) {
    // mutation test: only-outages-warn
    const isWarning = isOutage && allowsOutages
    if (fix === undefined) write(redact(`ok    ${name}: ${text}\n`))
    else {
      write(redact(`${isWarning ? 'WARN' : 'FAIL'}  ${name}: ${text}\n      ${fix}\n`))
      passed &&= isWarning
    }
  }
  return passed
}

/**
 * Runs the checks of a program, writes to stdout, and exits: 0 when none fails, else 1. With `--allow-outages` Telegram, the mail
 * server or the network may be unavailable, as during an upgrade, which may repair it.
 */
export async function runChecksAndExit(checks: readonly Check[], secrets: RunOptions['secrets']): Promise<never> {
  const passed = await runChecks(checks, {
    secrets,
    allowsOutages: process.argv.includes('--allow-outages'),
    write: (text) => void process.stdout.write(text),
  })
  process.exit(passed ? 0 : 1)
}

interface CheckResult {
  name: string
  text: string
  /** Set when the check failed. */
  fix?: string
  isOutage: boolean
}

async function runCheck({ name, run, fix, isExternal = false }: Check, timeoutMs: number): Promise<CheckResult> {
  const timeout = new AbortController()
  const expired = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    timeout.abort()
    expired.reject(new Error(`no result within ${timeoutMs / 1_000} s`))
  }, timeoutMs)
  try {
    return { name, text: await Promise.race([run(timeout.signal), expired.promise]), isOutage: false }
  } catch (error) {
    if (error instanceof CheckFailure) return { name, text: error.message, fix: error.fix, isOutage: false }
    return { name, text: describeError(error), fix, isOutage: isExternal }
  } finally {
    clearTimeout(timer)
  }
}

const MAX_LENGTH = 200

/** Returns code and message of the innermost error: what `fetch` and grammY throw only wraps it. */
function describeError(error: unknown): string {
  const { cause, error: inner, code, message } = (error ?? {}) as Record<string, unknown>
  const wrapped = cause ?? inner
  if (wrapped instanceof Error) return describeError(wrapped)
  const [firstLine = ''] = String(message ?? error).split('\n')
  return [code, firstLine].filter(Boolean).join(' ').slice(0, MAX_LENGTH)
}

/** Replaces secrets, as they are and as they are in URLs. */
function createRedactor(secrets: readonly (string | undefined)[]): (text: string) => string {
  const known = secrets.flatMap((secret) => (secret ? [secret, encodeURIComponent(secret)] : []))
  return (text) => known.reduce((redacted, secret) => redacted.replaceAll(secret, '***'), text)
}
