import type { OutboxDatabase } from './database.ts'
import { GUEST } from './entry.ts'
import { eraseDevice } from './erase-device.ts'
import { applyOwner } from './transitions.ts'

const OWNER_KEY = 'owner'

/** Returns the account that signed in here last and did not sign out, else GUEST. */
export async function readOwner({ kv }: OutboxDatabase): Promise<string> {
  const value = (await kv.get(OWNER_KEY))?.value
  return typeof value === 'string' ? value : GUEST
}

/**
 * Sets the account that owns the phone (infra/decisions/0024-account-data-on-the-phone.md). Open entries of another account
 * are hidden and not sent until it signs in again; those of the new owner are restored, and entries that waited for the
 * sign-in are queued. All other data of the former account is deleted.
 *
 * @param owner an account's id, or GUEST after signing out
 * @param unsent whether the open entries of the former account are kept
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
