/** One message that the staff chat took. */
export interface StaffMessage {
  text: string
  cut: boolean
}

export interface AuditInput {
  /** Ids of orders that the API answered with 2xx. */
  accepted: ReadonlySet<string>
  /** Ids in the database. */
  stored: readonly string[]
  /** What the staff chat took, oldest first. */
  messages: readonly StaffMessage[]
  /** Events after which the worker cannot determine whether a message was sent. */
  ambiguous: number
}

export interface AuditResult {
  accepted: number
  stored: number
  messages: number
  /** Accepted and not in the database. */
  missing: number
  /** In the database without a notification to staff. */
  lost: number
  /** In the database more than once. */
  duplicated: number
  /** Staff were notified, and the database has no such order. */
  unknown: number
  /** Staff were notified more than once. */
  repeated: number
  /** Notified more than once without the mark of a repeat, or more often than the ambiguous events explain. */
  unexplained: number
}

/** Compares three independent ledgers as sets. */
export function auditOrders({ accepted, stored, messages, ambiguous }: AuditInput): AuditResult {
  const storedIds = new Set(stored)
  const messagesById = new Map<string, StaffMessage[]>()
  let unknownCount = 0
  for (const message of messages) {
    const id = /[?]order=([0-9a-f-]{36})/.exec(message.text)?.[1]
    if (!id || !storedIds.has(id)) unknownCount += 1
    else messagesById.set(id, [...(messagesById.get(id) ?? []), message])
  }
  const repeats = [...messagesById.values()].flatMap((messages) => messages.slice(1))
  const unmarkedRepeats = repeats.filter(({ text }) => !text.includes('повторно')).length
  return {
    accepted: accepted.size,
    stored: storedIds.size,
    messages: messages.length,
    missing: [...accepted].filter((id) => !storedIds.has(id)).length,
    lost: stored.filter((id) => !messagesById.has(id)).length,
    duplicated: stored.length - storedIds.size,
    unknown: unknownCount,
    repeated: repeats.length,
    unexplained: unmarkedRepeats + Math.max(0, repeats.length - ambiguous),
  }
}

export const isClean = ({ missing, lost, duplicated, unknown, unexplained }: AuditResult): boolean =>
  missing + lost + duplicated + unknown + unexplained === 0
