/** What one process at a time does. The former release knows each by its number too, so a new one goes to the end. */
const lockNames = ['migrations', 'bot', 'roles'] as const
export type LockName = (typeof lockNames)[number]

const FIRST_LOCK_ID = 7_391_120

/** The number of the advisory lock that this work is done under: of no other, or a release would wait for a bot to end. */
export const lockIdOf = (name: LockName): number => FIRST_LOCK_ID + lockNames.indexOf(name)
