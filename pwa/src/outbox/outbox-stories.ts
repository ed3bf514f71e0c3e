import type { Step } from './outbox-model.ts'

const submit: Step = { do: 'submit' }
const flush: Step = { do: 'flush' }
const networkBack: Step = { do: 'network back' }
const cancel: Step = { do: 'cancel', which: 0 }
const edit: Step = { do: 'edit', which: 0 }
const lost = (...faults: Extract<Step, { do: 'faults' }>['faults']): Step => ({ do: 'faults', faults })

/** What chance takes thousands of stories to find. */
export const directedStories: Record<string, Step[]> = {
  'stored, the answer lost, signed out, refused for that, then cancelled': [
    submit,
    lost('answer_lost', 'signed_out'),
    flush,
    networkBack,
    flush,
    cancel,
    flush,
  ],
  'the request is delayed in the network and arrives after its cancel': [
    submit,
    lost('delayed'),
    flush,
    cancel,
    networkBack,
    flush,
    { do: 'delayed copies arrive' },
  ],
  'changed while it may have arrived': [submit, lost('answer_lost'), flush, edit, networkBack, flush],
  'cancelled while it is being sent, and it arrives': [
    submit,
    lost('hangs'),
    flush,
    cancel,
    { do: 'hung tab wakes' },
    flush,
  ],
  'cancelled too late': [
    submit,
    lost('answer_lost'),
    flush,
    { do: 'staff confirm', which: 0 },
    cancel,
    networkBack,
    flush,
  ],
  'the cancel is delayed, and the shopper changes their mind': [
    submit,
    lost('no_network'),
    flush,
    cancel,
    lost('delayed'),
    networkBack,
    lost('delayed'),
    flush,
    { do: 'keep', which: 0 },
    networkBack,
    flush,
    { do: 'delayed copies arrive' },
  ],
  'the cancel’s answer is lost, and so is the tab': [
    submit,
    lost('answer_lost', 'dies_after'),
    flush,
    cancel,
    { do: 'clock', ms: 100_000 },
    flush,
    { do: 'clock', ms: 100_000 },
    flush,
  ],
  'the clock is set back while another person is signed in': [
    submit,
    { do: 'signs in', who: 'olena' },
    submit,
    lost('firewall'),
    flush,
    { do: 'clock', ms: -3_600_000 },
  ],
  'the session ends before the request goes, and its owner signs in again': [
    { do: 'signs in', who: 'olena' },
    submit,
    { do: 'session ends' },
    flush,
    { do: 'signs in', who: 'olena' },
  ],
  'signed out with a request that waits, and another signs in': [
    { do: 'signs in', who: 'olena' },
    submit,
    { do: 'signs in', who: 'guest' },
    submit,
    { do: 'signs in', who: 'taras' },
    flush,
  ],
  'another signs in where somebody had not signed out': [
    { do: 'signs in', who: 'olena' },
    submit,
    { do: 'signs in', who: 'taras' },
    flush,
  ],
  'a tab that has not heard that another is here now': [
    { do: 'signs in', who: 'olena' },
    { do: 'signs in', who: 'taras' },
    { do: 'submit in an old tab', who: 'olena' },
    flush,
  ],
  'wished back after a day': [submit, lost('no_network'), flush, cancel, { do: 'clock', ms: 9e7 }, flush],
}
