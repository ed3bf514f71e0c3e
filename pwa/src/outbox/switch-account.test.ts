import { expect, test } from 'vitest'
import { readContact, saveContact, saveDraft } from './drafts.ts'
import { fakeWorld, enqueueOrder, type World } from '../../test/fake-world.ts'
import { flush } from './flush.ts'
import { GUEST } from './entry.ts'
import { switchAccount } from './switch-account.ts'
import { readOpenIds } from './queue.ts'

const [olena, taras] = [crypto.randomUUID(), crypto.randomUUID()]
const fields = { name: 'Олена', phone: '', comment: '', packageSize: null, quantity: 1 }

async function signIn(world: World, accountId: string): Promise<void> {
  world.session.owner = accountId
  await switchAccount(world.db, accountId)
}

test('entries of a signed-out account are hidden and not sent until it signs in again', async () => {
  const world = fakeWorld()
  await signIn(world, olena)
  const olenaEntryId = await enqueueOrder(world, { ownerId: olena })
  await signIn(world, GUEST)
  await signIn(world, taras)
  const tarasEntryId = await enqueueOrder(world, { ownerId: taras })

  const openIds = await readOpenIds(world.db)
  await flush(world.open().parts)
  await signIn(world, olena)
  await flush(world.open().parts)

  expect(openIds).toEqual({ pending: [tarasEntryId], attention: [] })
  expect(world.server.received.map(({ id, session }) => [id, session])).toEqual([
    [tarasEntryId, taras],
    [olenaEntryId, olena],
  ])
})

test('a guest’s entry is sent as a guest’s, also after an account has signed in', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world, { ownerId: null })
  await signIn(world, olena)

  await flush(world.open().parts)

  expect(world.server.orders).toMatchObject([{ id, body: expect.stringContaining('"ownerId":null') }])
})

test('an entry rejected because the session has ended is sent after the sign-in', async () => {
  const world = fakeWorld()
  await signIn(world, olena)
  const id = await enqueueOrder(world, { ownerId: olena })
  world.session.owner = GUEST
  await flush(world.open().parts)
  expect(await world.db.outbox.get(id)).toMatchObject({ state: 'attention', reason: 'unauthorized' })

  await signIn(world, olena)
  await flush(world.open().parts)

  expect(world.server.orders).toMatchObject([{ id }])
})

// catches mutation: sign-out-erases-device
test('drafts and the stored name survive a sign-in, and are deleted at the sign-out', async () => {
  const world = fakeWorld()
  const draft = { id: 'lime', orderId: crypto.randomUUID(), openedAt: 0, savedAt: 0, fields }
  await saveDraft(world.db, draft)
  await saveContact(world.db, { name: 'Олена', phone: '+380670000124' })

  await signIn(world, olena)
  expect([await world.db.drafts.count(), await readContact(world.db)]).toMatchObject([1, { name: 'Олена' }])
  await signIn(world, GUEST)

  expect([await world.db.drafts.count(), await readContact(world.db)]).toEqual([0, undefined])
})

test('a sign-out may delete the account’s own open entries, but not those of another account', async () => {
  const world = fakeWorld()
  await signIn(world, olena)
  const olenaEntryId = await enqueueOrder(world, { ownerId: olena })
  await signIn(world, taras)
  await enqueueOrder(world, { ownerId: taras })

  await switchAccount(world.db, GUEST, 'delete')

  expect(await world.db.outbox.toCollection().primaryKeys()).toEqual([olenaEntryId])
})
