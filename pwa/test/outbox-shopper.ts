import { cancelEntry, revertCancel } from '../src/outbox/cancel-entry.ts'
import { type Entry, GUEST, isPending, isReopened } from '../src/outbox/entry.ts'
import { readOpenEntries, resend } from '../src/outbox/queue.ts'
import { readOwner, switchAccount } from '../src/outbox/switch-account.ts'
import { MAX_WAIT_MS } from '../src/outbox/backoff.ts'
import { buildNewEntry, DISCONTINUED, LEMON, OLENA, TARAS } from './fake-world.ts'
import { assertInvariant, checkInvariants, type Shopper, type ShopperWorld } from './outbox-invariants.ts'

export const owners = [GUEST, OLENA, TARAS] as const

/** Actions of one shopper, in the model with a fake server and in the simulation with the real one. */
export const plainShopperSteps = [
  'submit',
  'submit gone',
  'tap twice',
  'session ends',
  'browser goes offline',
  'browser comes online',
] as const
export const entryShopperSteps = ['send now', 'cancel', 'edit', 'keep', 'staff confirm'] as const

export type ShopperStep =
  | { do: (typeof plainShopperSteps)[number] }
  | { do: (typeof entryShopperSteps)[number]; which: number }
  | { do: 'signs in' | 'submit in an old tab'; who: (typeof owners)[number] }
  | { do: 'clock'; ms: number }

export const createShopper = (world: ShopperWorld): Shopper => ({
  world,
  saved: new Map(),
  signedInOwner: GUEST,
  cancelRequests: new Map(),
  isErased: false,
  finalStates: new Map(),
})

/** Returns the id of the order that was saved at this position; empty without one. */
export const idAt = ({ saved }: Shopper, which: number): string => [...saved.keys()][which] ?? ''

export async function applyShopperStep(shopper: Shopper, step: ShopperStep): Promise<void> {
  const { world, saved, cancelRequests } = shopper
  const { db, clock, session, browser } = world
  const id = 'which' in step ? idAt(shopper, step.which) : ''
  switch (step.do) {
    case 'submit':
    case 'submit gone':
    case 'submit in an old tab':
    case 'tap twice': {
      const owner = 'who' in step ? step.who : shopper.signedInOwner
      const newEntry = buildNewEntry({
        productId: step.do === 'submit gone' ? DISCONTINUED : LEMON,
        ownerId: owner === GUEST ? null : owner,
        customerComment: `request ${saved.size + 1}`,
      })
      await Promise.all(Array.from({ length: step.do === 'tap twice' ? 2 : 1 }, () => world.save(newEntry)))
      saved.set(newEntry.order.id, owner)
      return
    }
    case 'signs in':
      return signIn(shopper, step.who)
    case 'session ends':
      session.owner = GUEST
      return
    case 'browser goes offline':
      browser.isOffline = true
      return
    case 'browser comes online':
      browser.isOffline = false
      return
    case 'clock':
      clock.now += step.ms
      return
    case 'send now':
      await resend(db, id, clock.now)
      return
    case 'keep':
      if (await revertCancel(db, id, clock.now)) cancelRequests.delete(id)
      return
    case 'staff confirm':
      return world.confirm(id)
    case 'cancel':
    case 'edit': {
      const result = await cancelEntry(db, id, step.do, clock.now)
      if (result !== 'too_late') cancelRequests.set(id, step.do)
      if (typeof result === 'object') assertInvariant((await db.drafts.count()) > 0, 'reopened without a draft', id)
    }
  }
}

/** Switches the account as the page does; GUEST signs out. */
export async function signIn(shopper: Shopper, owner: string): Promise<void> {
  await checkInvariants(shopper)
  const { db, session } = shopper.world
  const previousOwner = await readOwner(db)
  if (previousOwner !== owner && previousOwner !== GUEST) shopper.isErased = true
  session.owner = owner
  shopper.signedInOwner = owner
  await switchAccount(db, owner)
}

/** How a phone recovers after the faults have ended. */
export interface Recovery {
  /** Ids of requests that the network still drops until all others are sent. */
  blocked: ReadonlyMap<string, unknown>
  unblock: () => void
  /** Waits by the clock, and then until the senders are idle. */
  wait: (ms: number) => Promise<void>
  /** Delivers the responses that hung tabs wait for. */
  resumeHung: () => Promise<void>
}

/**
 * Signs every account in again after the faults have ended, and confirms each dialog. Without a tap on "send now" pending
 * entries must be sent, at once or after the longest backoff. Requests that a firewall blocks stay blocked until all others
 * are sent: each of them may cost one run.
 */
export async function heal(shopper: Shopper, { blocked, unblock, wait, resumeHung }: Recovery): Promise<void> {
  const { world, saved, cancelRequests } = shopper
  const { db, clock } = world
  for (const owner of new Set([...saved.values(), GUEST])) {
    await signIn(shopper, owner)
    const unauthorizedEntries = await readOpenEntries(db, ({ reason }) => reason === 'unauthorized')
    assertInvariant(
      unauthorizedEntries.every((entry) => entry.owner !== owner || isPending(entry)),
      'requires sign-in although signed in',
      unauthorizedEntries,
    )
    const isOwn = (entry: Entry): boolean => entry.owner === owner
    const otherAccountEntries = (await db.outbox.toArray()).filter((entry) => isOwn(entry) && entry.state === 'away')
    assertInvariant(
      otherAccountEntries.length === 0,
      'hidden as another account’s although its account is signed in',
      otherAccountEntries,
    )
    // The first flush detects a clock that was set back.
    await wait(0)
    for (let turn = 0; turn < blocked.size; turn += 1) await wait(MAX_WAIT_MS)
    for (let round = 0; round < 2; round += 1) {
      await wait(MAX_WAIT_MS)
      const waitingEntries = await readOpenEntries(
        db,
        (entry) => isOwn(entry) && isPending(entry) && !(blocked.has(entry.id) && !entry.wish),
      )
      assertInvariant(waitingEntries.length === 0, 'I8 still pending although it could be sent', waitingEntries)
      for (const { id } of await readOpenEntries(db, isOwn)) await resend(db, id, clock.now)
    }
    unblock()
    await wait(MAX_WAIT_MS)
    const blockedEntries = await readOpenEntries(db, (entry) => isOwn(entry) && isPending(entry))
    assertInvariant(blockedEntries.length === 0, 'I8 still pending although it could be sent', blockedEntries)
    for (const { id } of await readOpenEntries(db, (entry) => isOwn(entry) && isReopened(entry))) {
      const draft = await cancelEntry(db, id, 'edit', clock.now)
      assertInvariant(typeof draft === 'object', 'reopened without a draft', id)
    }
  }
  await resumeHung()
  for (const [id] of cancelRequests) {
    const entry = await db.outbox.get(id)
    if (!entry && shopper.isErased && shopper.finalStates.has(id)) continue
    const isSettled = entry?.state === 'cancelled' || (entry?.state === 'sent' && entry.reason === 'too_late')
    assertInvariant(isSettled, 'a cancellation was lost', entry)
  }
}
