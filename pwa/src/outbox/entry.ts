import type { PackageSize } from '@tsedra/contract/packages'
import type { EntryReason } from './reason.ts'

/** One product line as shown to the shopper at submit. Contains no personal data. */
export interface SummaryLine {
  productId: string
  slug: string
  /** In the language of the page at submit. */
  name: string
  imageUrl: string | null
  /** Of 50 g, as on the wire; with the packages, the form can be opened again without the catalogue. */
  price: string
  /** Absent in entries of older builds, and without prices of its own. */
  packagePrices?: Readonly<Record<PackageSize, string>>
  availablePackages: PackageSize[]
  packageSize: PackageSize
  quantity: number
  /** Kopiykas. */
  lineTotal: number
}

export interface Summary {
  lines: SummaryLine[]
  /** Kopiykas; null for an enquiry without products. */
  total: number | null
  /** The lines come from the cart, which is shown without them while this entry is open. */
  fromCart?: boolean
}

/** A cancel or an edit of an order that the server may have stored: the server has to confirm it. */
export interface PendingCancel {
  to: 'cancel' | 'edit'
  /** Attempts made before the cancel was requested; with more of them the server may have received the cancel. */
  since: number
}

/** `away`: open, and owned by an account other than the phone's current one (switch-account.ts). */
export type EntryState = 'queued' | 'sending' | 'sent' | 'attention' | 'cancelled' | 'away'

/** The owner of entries saved while signed out. They belong to the phone: shown and sent under every account. */
export const GUEST = 'guest'

/** An order request confirmed on this phone (infra/decisions/0009-phone-outbox.md). */
export interface Entry {
  /** The id of the order, created when the form was opened. Sending it again is idempotent. */
  id: string
  /** Order of creation. A counter rather than a time, because clocks jump. */
  seq: number
  /** `guest`, or the id of the signed-in customer: an order is sent only under its owner's session. */
  owner: string
  /** Version of the body's shape. */
  v: number
  /** The exact bytes to send, never rewritten; null once the entry has ended. */
  bodyJson: string | null
  summary: Summary
  state: EntryState
  /** The state to restore from `away`. */
  was?: 'queued' | 'attention'
  /** Why the entry waits, needs attention or has ended. */
  reason: EntryReason | null
  /** The details of the API's error response. */
  detail: unknown
  /** The API rejected it after reading the id's order: no copy of this request is or will become an order. */
  final: boolean
  attempts: number
  /** Attempts that our API rejected before it could store anything: none of these became an order. Absent: none. */
  refusals?: number
  /** When the last attempt began; absent in entries of older builds, and after a resend by the shopper. */
  triedAt?: number | undefined
  /** The shopper has tapped "send now": the next attempt is made although the browser reports no network. */
  isForced?: boolean | undefined
  /** The pending cancel: sent instead of the order until the server has responded. */
  wish?: PendingCancel | undefined
  /** The earliest time of the next attempt, by the phone's clock. */
  nextAt: number
  /** End of the server's `Retry-After`. Automatic retries respect it; a resend by the shopper clears it. */
  holdUntil: number
  leaseUntil: number
  createdAt: number
  /** When the shopper last confirmed that the order is still to be sent; `isStale` counts from here. */
  confirmedAt: number
  /** Consecutive responses of another server: the network works, but a proxy or captive portal intercepts requests. */
  foreignInRow: number
  /** The build that the API rejected as too old. */
  refusedBuild?: string
  sentAt?: number
  /** The API's response, for display; the component that displays it validates it with the contract's schema. */
  answer?: unknown
}

/** Returns whether an entry may be shown and sent while the phone belongs to `owner`. */
export const isVisibleTo = (entry: Pick<Entry, 'owner'>, owner: string): boolean =>
  entry.owner === GUEST || entry.owner === owner

export const STALE_AFTER_MS = 24 * 3600_000

/** Returns whether the entry is sent without an action of the shopper. */
export const isPending = ({ state }: Pick<Entry, 'state'>): boolean => state === 'queued' || state === 'sending'

/** Returns whether the entry belongs on the list of pending orders. */
export const isOpen = (entry: Pick<Entry, 'state'>): boolean => isPending(entry) || entry.state === 'attention'

/** Returns whether the entry has ended. */
export const isTombstone = ({ state }: Pick<Entry, 'state'>): boolean => state === 'sent' || state === 'cancelled'

/** Returns whether the server has cancelled the order for an edit: only its form remains to be opened. */
export const isReopened = ({ reason }: Pick<Entry, 'reason'>): boolean => reason === 'reopened'

/** Returns whether the state is final: later responses do not count. */
export const isTerminal = (entry: Pick<Entry, 'state' | 'reason'>): boolean => isTombstone(entry) || isReopened(entry)

/**
 * Returns whether the shopper may cancel or edit the entry on the phone, without a request to the server.
 *
 * True before the first attempt, when every attempt was rejected before the server could store it, or after a final
 * rejection. Otherwise an earlier attempt may be stored, and an edit under a new id could become a second order.
 */
export function canWithdraw(entry: Pick<Entry, 'state' | 'attempts' | 'refusals' | 'final'>): boolean {
  // mutation test: withdraw-only-if-untaken
  return isOpen(entry) && entry.state !== 'sending' && (hasOnlyEarlyRejections(entry) || entry.final)
}

// mutation test: every-attempt-refused
/** Returns whether no attempt was made, or every attempt was rejected before the server could store it. */
const hasOnlyEarlyRejections = ({ attempts, refusals = 0 }: Pick<Entry, 'attempts' | 'refusals'>): boolean =>
  attempts === refusals

// mutation test: cancel-kept-once-sent
/** Returns whether a pending cancel may be removed: only while the server cannot have received it. */
export const canRevertCancel = ({ wish: pendingCancel, attempts }: Pick<Entry, 'wish' | 'attempts'>): boolean =>
  pendingCancel?.since === attempts

/** Returns whether a resend of the same bytes can help; it also reveals the outcome of an earlier attempt. */
export const canResend = (entry: Pick<Entry, 'state' | 'reason' | 'attempts' | 'refusals' | 'final'>): boolean =>
  isOpen(entry) && !entry.final && !(hasOnlyEarlyRejections(entry) && isBodyRejected(entry))

const isBodyRejected = ({ state, reason }: Pick<Entry, 'state' | 'reason'>): boolean =>
  state === 'attention' &&
  ['client_too_old', 'too_large', 'unsupported_media_type', 'invalid_request'].includes(reason ?? '')

/** Returns whether the last attempt got no response of our API: none at all, or one of another server. */
export const hasFailedInTransit = ({ reason, foreignInRow }: Pick<Entry, 'reason' | 'foreignInRow'>): boolean =>
  reason === 'network' || foreignInRow > 0

/** Returns whether our API has responded with a temporary error: the entry waits for the server, not for the network. */
export const isWaitingForShop = (entry: Pick<Entry, 'state' | 'attempts' | 'reason' | 'foreignInRow'>): boolean =>
  entry.state === 'queued' && entry.attempts > 0 && entry.reason !== null && !hasFailedInTransit(entry)

/** Returns whether the entry waits for its account to sign in. */
export const isSignInRequired = ({ state, reason }: Pick<Entry, 'state' | 'reason'>): boolean =>
  state === 'attention' && (reason === 'unauthorized' || reason === 'account_mismatch')

/** A phone without a set clock starts in 1970: a time before this one (2024) was stored before the clock was set. */
const MIN_PLAUSIBLE_TIME = Date.UTC(2024, 0, 1)
export const isClockSet = (time: number): boolean => time >= MIN_PLAUSIBLE_TIME

/**
 * Returns whether an entry is too old for automatic sending: garnish for Friday must not become an order on Monday.
 * A pending cancel is never stale.
 */
export function isStale(
  { createdAt, confirmedAt, wish: pendingCancel }: Pick<Entry, 'createdAt' | 'confirmedAt' | 'wish'>,
  now: number,
): boolean {
  const since = Math.max(createdAt, confirmedAt)
  // mutation test: unset-clock-not-stale
  return !pendingCancel && isClockSet(since) && now - since > STALE_AFTER_MS
}
