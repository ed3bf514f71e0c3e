import type { OutboxDatabase } from './database.ts'
import { GUEST } from './entry.ts'
import { eraseDevice } from './erase-device.ts'
import { applyOwner } from './transitions.ts'

const OWNER_KEY = 'owner'

/** Whose phone it is: the account that signed in here last and did not sign out, else a guest's. */
export async function readOwner({ kv }: OutboxDatabase): Promise<string> {
  const value = (await kv.get(OWNER_KEY))?.value
  return typeof value === 'string' ? value : GUEST
}

/**
 * The phone is somebody's from now on (infra/decisions/0024-account-data-on-the-phone.md). Open requests of another account are
 * put away, where nobody sees or sends them until it signs in again; the new owner's come back, and what a session that
 * had ended kept from going, goes. Of an account that leaves nothing else stays.
 *
 * @param owner an account's id, or GUEST after signing out
 * @param unsent what becomes of the open requests of who leaves
 */
export async function switchAccount(
  db: OutboxDatabase,
  owner: string,
  unsent: 'keep' | 'delete' = 'keep',
): Promise<void> {
  await db.transaction('rw', db.outbox, db.drafts, db.kv, async () => {
    const previousOwner = await readOwner(db)
    // mutation test: sign-out-erases-device
    if (previousOwner !== owner && previousOwner !== GUEST) await eraseDevice(db, unsent)
    await db.kv.put({ key: OWNER_KEY, value: owner })
    await db.outbox.toCollection().modify((entry) => applyOwner(entry, owner))
  })
}
