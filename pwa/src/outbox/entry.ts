import type { PackageSize } from '@tsedra/contract/packages'
import type { EntryReason } from './reason.ts'

/** One product line as the shopper saw it when pressing send. Holds nothing about the shopper. */
export interface SummaryLine {
  productId: string
  slug: string
  /** In the language the order was made in. */
  name: string
  imageUrl: string | null
  /** Of 50 g, as on the wire; with the packages it lets the form open again without the catalogue. */
  price: string
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
  /** The lines were checked out of the cart: it is shown without them as long as this is open. */
  fromCart?: boolean
}

/** What the shopper wants of a request that may have arrived already: the shop has to say yes to it. */
export interface PendingCancel {
  to: 'cancel' | 'edit'
  /** Attempts made before it was wished; more of them mean that the shop may have heard of it. */
  since: number
}

/** `away`: open, and of an account that is not at this phone now (owner.ts). */
export type EntryState = 'queued' | 'sending' | 'sent' | 'attention' | 'cancelled' | 'away'

/** Whoever is not signed in. Their requests belong to the phone: they go, and are seen, whoever has signed in since. */
export const GUEST = 'guest'

/** An order request confirmed on this phone (infra/decisions/0009-phone-outbox.md). */
export interface Entry {
  /** The order's own id, made when the form was opened. Sending it again changes nothing on the server. */
  id: string
  /** Order of creation. Never a time: clocks jump. */
  seq: number
  /** `guest`, or the id of the signed-in customer: an order goes out only under its owner's session. */
  owner: string
  /** Version of the body's shape. */
  v: number
  /** The exact bytes to send, never rewritten; null once nothing more is to be sent. */
  bodyJson: string | null
  summary: Summary
  state: EntryState
  /** What it goes back to from `away`. */
  was?: 'queued' | 'attention'
  /** Why it waits, needs attention or has ended. */
  reason: EntryReason | null
  /** What the API said besides the code. */
  detail: unknown
  /** The API said no after it had looked the id up: no copy of this request is or will become an order. */
  final: boolean
  attempts: number
  /** Attempts that our API refused before it could take anything: none of these became an order. Absent: none. */
  refusals?: number
  /** When the last attempt began; absent in entries of older builds, and when the shopper asked for this very one. */
  triedAt?: number | undefined
  /** Asked of the shop in place of sending, until the shop has answered. */
  wish?: PendingCancel | undefined
  /** Not before this time, by the phone's clock. */
  nextAt: number
  /** End of the server's `Retry-After`. Automatic retries respect it; a resend by the shopper clears it. */
  holdUntil: number
  leaseUntil: number
  createdAt: number
  /** When the shopper last said "send it still"; the age of a stale request counts from here. */
  confirmedAt: number
  /** Answers in a row that were not ours: a network is there, but something stands in between. */
  foreignInRow: number
  /** The build that was told it is too old. */
  refusedBuild?: string
  sentAt?: number
  /** The API's answer, for showing; checked by the contract's schema where it is shown. */
  answer?: unknown
}

/** Whether an entry may be shown and sent while the phone belongs to `owner`. */
export const isVisibleTo = (entry: Pick<Entry, 'owner'>, owner: string): boolean =>
  entry.owner === GUEST || entry.owner === owner

export const STALE_AFTER_MS = 24 * 3600_000

/** Still to be sent without anybody doing anything. */
export const isPending = ({ state }: Pick<Entry, 'state'>): boolean => state === 'queued' || state === 'sending'

/** Belongs on the list of what waits. */
export const isOpen = (entry: Pick<Entry, 'state'>): boolean => isPending(entry) || entry.state === 'attention'

/** Nothing follows. */
export const isTombstone = ({ state }: Pick<Entry, 'state'>): boolean => state === 'sent' || state === 'cancelled'

/** The shop has let go of it for a change: only its form follows. */
export const isReopened = ({ reason }: Pick<Entry, 'reason'>): boolean => reason === 'reopened'

/** The shop has said its last word; no answer that comes later counts. */
export const isTerminal = (entry: Pick<Entry, 'state' | 'reason'>): boolean => isTombstone(entry) || isReopened(entry)

/**
 * Whether the shopper may still take it back or change it here, without asking the server.
 *
 * Only when it never left, when every attempt was refused before the shop could take it, or when the answer was final.
 * Anything else says nothing about an earlier attempt: an edit under a new id could become a second order.
 */
export function canWithdraw(entry: Pick<Entry, 'state' | 'attempts' | 'refusals' | 'final'>): boolean {
  // mutation test: withdraw-only-if-untaken
  return isOpen(entry) && entry.state !== 'sending' && (hasOnlyEarlyRejections(entry) || entry.final)
}

// mutation test: every-attempt-refused
/** It never left, or no attempt got further than a refusal. */
const hasOnlyEarlyRejections = ({ attempts, refusals = 0 }: Pick<Entry, 'attempts' | 'refusals'>): boolean =>
  attempts === refusals

// mutation test: cancel-kept-once-sent
/** Whether a wish may be taken back: as long as the shop cannot have heard of it. */
export const canRevertCancel = ({ wish: pendingCancel, attempts }: Pick<Entry, 'wish' | 'attempts'>): boolean =>
  pendingCancel?.since === attempts

/** Whether sending the same bytes again can help: a repeat at least finds out what became of an earlier attempt. */
export const canResend = (entry: Pick<Entry, 'state' | 'reason' | 'attempts' | 'refusals' | 'final'>): boolean =>
  isOpen(entry) && !entry.final && !(hasOnlyEarlyRejections(entry) && isBodyRejected(entry))

const isBodyRejected = ({ state, reason }: Pick<Entry, 'state' | 'reason'>): boolean =>
  state === 'attention' &&
  ['client_too_old', 'too_large', 'unsupported_media_type', 'invalid_request'].includes(reason ?? '')

/** The last attempt brought no answer of the shop: none at all, or somebody else's. */
export const hasFailedInTransit = ({ reason, foreignInRow }: Pick<Entry, 'reason' | 'foreignInRow'>): boolean =>
  reason === 'network' || foreignInRow > 0

/** The shop has answered that it cannot take it now: it is not the network that it waits for. */
export const isWaitingForShop = (entry: Pick<Entry, 'state' | 'attempts' | 'reason' | 'foreignInRow'>): boolean =>
  entry.state === 'queued' && entry.attempts > 0 && entry.reason !== null && !hasFailedInTransit(entry)

/** It goes as soon as its account signs in. */
export const isSignInRequired = ({ state, reason }: Pick<Entry, 'state' | 'reason'>): boolean =>
  state === 'attention' && (reason === 'unauthorized' || reason === 'account_mismatch')

/** A phone that has lost its clock starts in 1970: an earlier time than this one (2024) was written down without a clock. */
const MIN_PLAUSIBLE_TIME = Date.UTC(2024, 0, 1)
export const isClockSet = (time: number): boolean => time >= MIN_PLAUSIBLE_TIME

/** Automatic sending stops: garnish for Friday must not arrive as an order on Monday. Taking one back is never too late. */
export function isStale(
  { createdAt, confirmedAt, wish: pendingCancel }: Pick<Entry, 'createdAt' | 'confirmedAt' | 'wish'>,
  now: number,
): boolean {
  const since = Math.max(createdAt, confirmedAt)
  // mutation test: unset-clock-not-stale
  return !pendingCancel && isClockSet(since) && now - since > STALE_AFTER_MS
}
