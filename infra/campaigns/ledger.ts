/** One message that the staff chat took. */
export interface Sent {
  text: string
  cut: boolean
}

export interface Ledgers {
  /** Ids of orders that the API answered with 2xx. */
  accepted: ReadonlySet<string>
  /** Ids in the database. */
  stored: readonly string[]
  /** What the staff chat took, oldest first. */
  messages: readonly Sent[]
  /** Events after which nobody can know whether a message went out. */
  ambiguous: number
}

export interface Verdict {
  accepted: number
  stored: number
  messages: number
  /** Accepted and not in the database. */
  missing: number
  /** In the database and never told to staff. */
  lost: number
  /** In the database more than once. */
  doubled: number
  /** Told to staff and not in the database. */
  ghosts: number
  /** Told more than once. */
  repeated: number
  /** Told more than once without saying that it is a repeat, or oftener than the ambiguous events explain. */
  unexplained: number
}

/** Set arithmetic over what three independent books say. */
export function judge({ accepted, stored, messages, ambiguous }: Ledgers): Verdict {
  const known = new Set(stored)
  const told = new Map<string, Sent[]>()
  let ghosts = 0
  for (const message of messages) {
    const id = /[?]order=([0-9a-f-]{36})/.exec(message.text)?.[1]
    if (!id || !known.has(id)) ghosts += 1
    else told.set(id, [...(told.get(id) ?? []), message])
  }
  const repeats = [...told.values()].flatMap((each) => each.slice(1))
  const unmarked = repeats.filter(({ text }) => !text.includes('повторно')).length
  return {
    accepted: accepted.size,
    stored: known.size,
    messages: messages.length,
    missing: [...accepted].filter((id) => !known.has(id)).length,
    lost: stored.filter((id) => !told.has(id)).length,
    doubled: stored.length - known.size,
    ghosts,
    repeated: repeats.length,
    unexplained: unmarked + Math.max(0, repeats.length - ambiguous),
  }
}

export const isClean = ({ missing, lost, doubled, ghosts, unexplained }: Verdict): boolean =>
  missing + lost + doubled + ghosts + unexplained === 0
