import { condition, mutant, type Mutant, remove, replace } from './mutant.ts'

/** The phone's outbox, and the fake server of its model (infra/decisions/0009-phone-outbox.md). */
export const outboxMutants: readonly Mutant[] = [
  mutant('order-id-idempotent', 'the server accepts an id twice', remove()),
  mutant('early-cancel-kept', 'the server loses a cancel that arrived before its order', remove()),
  mutant(
    'only-our-200-counts',
    'any 200 counts as success',
    replace(
      "$stored ? { $to: '$sent', $answer: $body } : $later('$portal', { $foreign: true })",
      "{ $to: 'sent', $answer: $body }",
    ),
  ),
  mutant(
    'body-kept-until-sent',
    'an order is deleted before it is sent',
    replace(
      'const $envelope = { $id,',
      'await $db.$outbox.delete($id); const $envelope = { $id,',
      "$db.transaction('rw', $db.$outbox",
    ),
  ),
  mutant(
    'expired-lease-claimed',
    'an order whose tab died while sending is not claimed again',
    replace('return $alone || $isDue($entry.$leaseUntil, $now)', 'return false'),
  ),
  mutant(
    'same-id-on-retry',
    'a retry uses a new id',
    replace(
      '{ $id, $v, $bodyJson, $attempt,',
      '{ $id, $v, $bodyJson: $attempt > 1 ? $bodyJson.replace($id, crypto.randomUUID()) : $bodyJson, $attempt,',
    ),
  ),
  mutant(
    'withdraw-only-if-untaken',
    'an order is withdrawn after an attempt without asking the server',
    replace('($isNotTaken($entry) || $entry.$final)', 'true'),
  ),
  mutant(
    'refusal-counts-own-attempt',
    'an early refusal counts for earlier attempts',
    replace(
      '$refusals: ($entry.$refusals ?? 0) + 1',
      '$refusals: $entry.$attempts',
      "$entry.$state === 'sending' && $entry.$attempts === $own",
    ),
  ),
  mutant(
    'every-attempt-refused',
    'one early refusal counts for all attempts',
    replace('boolean => $attempts === $refusals', 'boolean => $attempts === 0 || $refusals > 0'),
  ),
  mutant(
    'unset-clock-not-stale',
    'an order saved in 1970 is stale once the clock is set',
    replace('!$wish && $isClockSet($since) && $now', '!$wish && $now'),
  ),
  mutant(
    'clock-jump-ignored',
    'a clock that jumped back delays a retry',
    replace('|| $time - $now > $LONGEST_WAIT_MS', ''),
  ),
  mutant('body-erased-at-end', 'the body is kept after the end', remove()),
  mutant(
    'only-422-is-final',
    'a 401 is final',
    replace('$final: $status === 422', '$final: $status === 422 || $status === 401'),
  ),
  mutant(
    'foreign-4xx-retried',
    'a 4xx of a foreign server parks the order',
    replace(
      "if ($status === 425) return $later('http-425', { $exactlyMs: 1_000 })",
      "if ($status === 403) return { $to: 'attention', $reason: 'forbidden' }",
      "return { $to: 'attention', $reason: $code",
    ),
  ),
  mutant(
    'ended-entry-absorbs',
    'sent is not final, and results of older attempts count',
    replace('!$entry || $hasEnded($entry)', '!$entry'),
    replace("$entry.$state === 'sending' && $entry.$attempts === $own", '$own > 0'),
  ),
  mutant(
    'parked-entry-passed',
    'a parked order stops the flush',
    replace(
      'return $take()',
      "return $verdict.$to === 'attention' ? undefined : $take()",
      "if ($verdict.$to === 'sent')",
    ),
  ),
  mutant(
    'failure-passed-once',
    'an order that always fails blocks all others',
    replace('const $MOST_FAILURES = 2', 'const $MOST_FAILURES = 1'),
  ),
  mutant('no-attempt-while-offline', 'an order is attempted while the browser reports no network', condition(false)),
  mutant('least-tried-first', 'several orders that always fail block all others', condition(false)),
  mutant(
    'future-attempt-time-ignored',
    'after the clock jumped back, the same orders are retried first',
    replace('$entry.$triedAt && $entry.$triedAt <= $rules.now ? $entry.$triedAt : 0', '$entry.$triedAt ?? 0'),
  ),
  mutant(
    'pending-cancel-kept',
    'a pending cancel is lost when the order arrives meanwhile',
    replace("$verdict.$to !== 'queued')", "$verdict.$to === 'attention')"),
  ),
  mutant(
    'cancel-refused',
    'a refused cancel counts as a confirmed one',
    replace("return $body['cancelled'] ? { $to: 'cancelled' }", "return $body['id'] ? { $to: 'cancelled' }"),
  ),
  mutant(
    'cancel-kept-once-sent',
    'a pending cancel is dropped although the server may have received it',
    replace('$wish?.$since === $attempts', '$wish !== undefined'),
  ),
  mutant(
    'edit-keeps-body',
    'an order withdrawn for a change is erased before its form was opened',
    replace("$entry.$wish?.$to !== '$edit'", '$entry.$wish'),
  ),
  mutant('other-account-hidden', 'another account sees and sends pending orders', condition(false)),
  mutant(
    'late-tab-other-account',
    'a tab that missed an account change saves into the other account',
    replace("? 'queued' : '$away'", "? 'queued' : 'queued'"),
  ),
  mutant(
    'other-account-restored',
    'the orders of another account never come back',
    replace("$entry.$state === '$away' && $isTheirs($entry, $owner)", 'false'),
  ),
  mutant('sign-in-resumes', 'signing in again sends nothing', condition(false)),
  mutant(
    'hung-lock-stolen',
    'a lock that hangs is never stolen',
    replace('(await $hold($parts, { $steal: true })) ??', ''),
  ),
]
