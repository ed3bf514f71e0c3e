/** One planted bug: what is changed where. */
export interface Mutant {
  bug: string
  changes: readonly { file: string; find: string; put: string }[]
}

const mutant = (bug: string, file: string, find: string, put: string): Mutant => ({
  bug,
  changes: [{ file, find, put }],
})

/** Bugs that others have had, or that a hasty change could bring back; the server's are planted in its stand-in. */
export const outboxMutants: readonly Mutant[] = [
  mutant(
    'the server takes an id twice',
    '../../test/fake-world.ts',
    "if (earlier) return earlier.body === body ? stored(id, 200) : problem(409, 'order_differs')",
    'void earlier',
  ),
  mutant(
    'the server forgets a cancel that came first',
    '../../test/fake-world.ts',
    'if (!refused.has(id)) cancelled.add(id)',
    '',
  ),
  mutant(
    'any 200 is success',
    'classify.ts',
    "return stored ? { to: 'sent', answer: body } : later('portal', { foreign: true })",
    "void stored\n    return { to: 'sent', answer: body }",
  ),
  mutant(
    'deleted before it is sent',
    'flush.ts',
    '    const envelope = {',
    '    await db.outbox.delete(id)\n    const envelope = {',
  ),
  mutant(
    'a request that was being sent when its tab died is not taken up again',
    'attempt.ts',
    "if (entry.state === 'sending') return alone || isDue(entry.leaseUntil, now)",
    "if (entry.state === 'sending') return false",
  ),
  mutant(
    'a new id on a retry',
    'flush.ts',
    '{ id, v, bodyJson, attempt,',
    '{ id, v, bodyJson: attempt > 1 ? bodyJson.replace(id, crypto.randomUUID()) : bodyJson, attempt,',
  ),
  mutant(
    'taken back here after an attempt, without asking the shop',
    'entry.ts',
    '(isNotTaken(entry) || entry.final)',
    'entry.attempts >= 0',
  ),
  mutant(
    'a refusal before the request is read speaks for earlier attempts',
    'attempt.ts',
    'refusals: (entry.refusals ?? 0) + 1',
    'refusals: entry.attempts',
  ),
  mutant(
    'one refusal before the request is read speaks for all attempts',
    'entry.ts',
    'boolean => attempts === refusals',
    'boolean => attempts === 0 || refusals > 0',
  ),
  mutant(
    'a request saved in 1970 counts as old once the clock is set',
    'entry.ts',
    '!wish && isClockSet(since) && now',
    '!wish && now',
  ),
  mutant('a clock that jumped back is believed', 'backoff.ts', ' || time - now > LONGEST_WAIT_MS', ''),
  mutant('the body is kept after the end', 'rewrite.ts', '  bodyJson: null,\n  reason: null,', '  reason: null,'),
  mutant(
    'a 401 counts as a final no',
    'classify.ts',
    'final: status === 422',
    'final: status === 422 || status === 401',
  ),
  mutant(
    'a 4xx of somebody else parks the request',
    'classify.ts',
    "  if (status === 425) return later('http-425', { exactlyMs: 1_000 })",
    "  if (status === 403) return { to: 'attention', reason: 'forbidden', detail: null, final: false }",
  ),
  {
    bug: 'sent is not the end, and results of older attempts count',
    changes: [
      {
        file: 'attempt.ts',
        find: 'if (!entry || hasEnded(entry)) return 0',
        put: 'if (!entry) return 0',
      },
      {
        file: 'attempt.ts',
        find: "const isMine = entry.state === 'sending' && entry.attempts === attempts",
        put: 'const isMine = attempts > 0',
      },
    ],
  },
  mutant(
    'a parked request stops the run',
    'flush.ts',
    '      return take()\n    })',
    "      return verdict.to === 'attention' ? undefined : take()\n    })",
  ),
  mutant(
    'a request that never gets through holds all others up',
    'flush.ts',
    'const MOST_FAILURES = 2',
    'const MOST_FAILURES = 1',
  ),
  mutant(
    'several requests that never get through hold all others up',
    'attempt.ts',
    "if (order === 'least tried') due.sort(",
    "if (order !== 'least tried' && order !== 'oldest') due.sort(",
  ),
  mutant(
    'after the clock jumped back, the same requests are tried first again and again',
    'attempt.ts',
    'entry.triedAt && entry.triedAt <= rules.now ? entry.triedAt : 0',
    'entry.triedAt ?? 0',
  ),
  mutant(
    'a wish is forgotten when the request arrives meanwhile',
    'attempt.ts',
    "if (entry.wish && !asked && verdict.to !== 'queued')",
    "if (entry.wish && !asked && verdict.to === 'attention')",
  ),
  mutant(
    'a no to a cancel is taken for a yes',
    'classify.ts',
    "return body['cancelled'] ? { to: 'cancelled' }",
    "return body['id'] ? { to: 'cancelled' }",
  ),
  mutant(
    'a wish is taken back though the shop may have heard of it',
    'entry.ts',
    'wish?.since === attempts',
    'wish !== undefined && attempts >= 0',
  ),
  mutant(
    'taken back for a change, and ended before its form was opened',
    'attempt.ts',
    "if (entry.wish?.to !== 'edit') {",
    'if (entry.wish) {',
  ),
  mutant(
    'another account sees and sends what waits',
    'owner.ts',
    'if (isOpen(entry) && !isTheirs(entry, owner)) {',
    'if (isOpen(entry) && owner === GUEST && !isTheirs(entry, owner)) {',
  ),
  mutant(
    'a tab that has not heard of another account saves in its list',
    'queue.ts',
    " ? 'queued' : 'away'",
    " ? 'queued' : 'queued'",
  ),
  mutant(
    'what was put away never comes back',
    'owner.ts',
    "} else if (entry.state === 'away' && isTheirs(entry, owner)) {",
    "} else if (entry.state === 'away' && entry.owner === GUEST) {",
  ),
  mutant(
    'signing in again sends nothing',
    'owner.ts',
    'needsSignIn(entry) && entry.owner === owner',
    'needsSignIn(entry) && entry.owner === GUEST',
  ),
  mutant(
    'a lock that hangs is never taken away',
    'flush.ts',
    'return (await hold(parts, { steal: true })) ??',
    'return',
  ),
]
