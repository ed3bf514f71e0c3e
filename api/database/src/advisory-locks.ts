/** Tasks of one process at a time. The previous release uses the same numbers, so new names are appended. */
const lockNames = ['migrations', 'bot', 'roles'] as const
export type LockName = (typeof lockNames)[number]

const FIRST_LOCK_ID = 7_391_120

/** Returns the id of the task's advisory lock. Each task has its own, or a release would wait for the bot to end. */
export const lockIdOf = (name: LockName): number => FIRST_LOCK_ID + lockNames.indexOf(name)
