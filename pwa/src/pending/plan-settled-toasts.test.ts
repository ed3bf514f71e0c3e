import { expect, test } from 'vitest'
import type { EntryState } from '../outbox/entry.ts'
import { planSettledToasts } from './plan-settled-toasts.ts'

const settled = (...states: EntryState[]) => states.map((state) => ({ state }))

test('up to three sent orders get a toast each', () => {
  const entries = settled('sent', 'sent', 'sent', 'attention', 'cancelled')
  expect(planSettledToasts(entries)).toEqual({ single: entries, sentCount: 0 })
})

test('more sent orders share one toast, which counts no rejected or cancelled one', () => {
  expect(planSettledToasts(settled('sent', 'attention', 'sent', 'cancelled', 'sent', 'sent'))).toEqual({
    single: [],
    sentCount: 4,
  })
})
