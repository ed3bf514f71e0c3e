import { expect, test } from 'vitest'
import { createEntry } from '../outbox/transitions.ts'
import type { Entry } from '../outbox/entry.ts'
import { listActions } from './entry-actions.ts'

const entryWith = (changes: Partial<Entry>): Entry => ({
  ...createEntry(
    { id: 'id', seq: 1, owner: 'guest', v: 1, bodyJson: '{}', summary: { lines: [], total: null } },
    { ownerNow: 'guest', now: 1 },
  ),
  ...changes,
})

test.each<[string, Partial<Entry>, string[]]>([
  ['waits for its first attempt', {}, ['edit', 'cancel', 'sendNow']],
  ['waits for a retry', { attempts: 2, reason: 'network' }, ['edit', 'cancel', 'sendNow']],
  ['is being sent', { state: 'sending', attempts: 1 }, ['edit', 'cancel', 'sendNow']],
  [
    'is too old to be sent unasked',
    { state: 'attention', reason: 'stale', attempts: 1 },
    ['sendNow', 'edit', 'cancel'],
  ],
  ['waits for a sign-in', { state: 'attention', reason: 'unauthorized', attempts: 1 }, ['signIn', 'edit', 'cancel']],
  [
    'was rejected for good',
    { state: 'attention', reason: 'unavailable', final: true, attempts: 1 },
    ['edit', 'cancel'],
  ],
  ['has a cancel that was not sent', { attempts: 1, wish: { to: 'cancel', since: 1 } }, ['keep', 'askNow']],
  ['has a cancel that the shop may have', { attempts: 2, wish: { to: 'cancel', since: 1 } }, ['askNow']],
])('an order that %s offers its actions, the most useful first', (_, changes, expected) => {
  expect(listActions(entryWith(changes))).toEqual(expected)
})
