import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { orderPlaced } from '@tsedra/contract/jobs'
import { claimJob, queueJob, readOutboxBacklog, releaseJobs } from '@tsedra/database/outbox'
import type { Db } from '@tsedra/database/connection'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { createTestCategory, createTestProduct } from '../../test/fixtures.ts'
import { createTestUser } from '../../test/users.ts'
import { createDiskStore } from '../images/disk-store.ts'
import { createArchive, readArchive } from './archive.ts'
import type { Entry } from './contents.ts'
import { checkNewest } from './check-newest.ts'
import { requireWritableDirectory } from './create-backup.ts'
import { readBackupConfig } from './config.ts'
import { restoreBackup } from './restore-backup.ts'
import { buildBackupName } from './rotation.ts'
import { createBackup } from './create-backup.ts'

const KEY = 'a key of the tests, long enough to be one'

/** Creates a shop with a value in every kind of column, and a backup of it. */
async function aBackup() {
  const database = await testDatabase()
  const { db } = database
  const place = await mkdtemp(join(tmpdir(), 'tsedra-backup-'))
  const store = createDiskStore({ directory: join(place, 'media'), secret: KEY })
  await store.put('lemon-900x600.webp', Buffer.from('a picture of a lemon'))
  const category = await createTestCategory(db)
  const product = await createTestProduct(db, { category_id: category, slug: 'lemon' })
  await db('products').update({ image_url: '/media/lemon-900x600.webp', gallery_images: ['/media/gone.webp'] })
  const person = await createTestUser(db)
  await db('user_sessions').insert({ id_hash: Buffer.from([0, 1, 255]), user_id: person.id, device: '"a\\ \n{}, é' })
  const orders = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  await db.transaction(async (trx) => {
    for (const id of orders) {
      await trx('order_ids').insert({ id, outcome: 'order', fingerprint: Buffer.alloc(32, 7) })
      await trx('orders').insert({
        id,
        user_id: person.id,
        customer_name: 'Олена «Бар»',
        customer_phone: '+380671234567',
        customer_phone_typed: '067',
        phone_is_valid: true,
        language: 'ua',
        total_amount: '9999999999.10',
      })
      const line = { line: 0, product_id: product, product_slug: 'lemon', product_names: { ua: 'Лимон' } }
      await trx('order_items').insert({ order_id: id, ...line, package_size: '50г', unit_price: '119.00' })
      await queueJob(trx, orderPlaced, { orderId: id })
    }
    await trx('job_outbox').where('id', 1).update({ done_at: trx.fn.now(), outcome: 'sent' })
  })
  const backups = join(place, 'backups')
  const taken = await createBackup({ databaseUrl: database.url, store, directory: backups, key: KEY })
  const empty = await testDatabase('template0')
  // The content of a backup must not depend on the session's settings.
  await empty.db.raw(`ALTER DATABASE ?? SET timezone TO 'Europe/Kyiv'`, [new URL(empty.url).pathname.slice(1)])
  const target = createDiskStore({ directory: join(place, 'restored'), secret: KEY })
  return {
    database,
    empty,
    target,
    taken,
    backups,
    store,
    restore: (changes: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
      restoreBackup({ path: taken.path, key: KEY, databaseUrl: empty.url, store: target, ...changes }),
    tables: async (db: Db) =>
      (await db.raw(`SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`)).rows
        .length as number,
    restored: () => readdir(join(place, 'restored')).catch(() => []),
    async [Symbol.asyncDispose]() {
      await empty[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await rm(place, { recursive: true })
    },
  }
}

/** Returns every row of every table, as text. */
async function everything(db: Db, tables: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of tables) {
    const left = table === 'job_outbox' ? `- '{not_before,dispatched_at,lease_until}'::text[]` : ''
    const { rows } = await db.raw(`SELECT (to_jsonb(each) ${left})::text AS row FROM ?? each ORDER BY 1`, [table])
    found[table] = (rows as { row: string }[]).map(({ row }) => row)
  }
  return found
}

// catches mutation: sequences-restored
test('R-51: every row and every picture is restored, and sequences continue', async () => {
  await using backup = await aBackup()
  const { database, empty, taken } = backup

  const { found, paused, added } = await backup.restore()

  const tables = Object.keys(taken.figures.rows)
  expect(tables).toContain('order_chats')
  expect(await everything(empty.db, tables)).toEqual(await everything(database.db, tables))
  expect(found).toEqual(taken.figures)
  expect(found).toMatchObject({
    orderTotal: '19999999998.20',
    rows: { orders: 2, job_outbox: 2, catalogue_version: 1 },
  })
  expect({ paused, added }).toEqual({ paused: 1, added: 1 })
  expect((await backup.target.get('lemon-900x600.webp'))?.toString()).toBe('a picture of a lemon')
  expect(taken.missing).toEqual(['gone.webp'])
  const job = { key: 'next', name: 'order-placed', payload: '{}' }
  const [next] = await empty.db('job_outbox').insert(job, ['id'])
  expect(next.id).toBe('3')
  // Triggers are enabled again.
  await empty.db('products').update({ price: '120.00' })
  const version = (db: Db) =>
    db('catalogue_version')
      .first('version')
      .then((row) => Number(row?.version))
  expect(await version(empty.db)).toBe((await version(database.db)) + 1)
})

test('R-51: a backup of the former format is restored', async () => {
  await using backup = await aBackup()
  const path = join(import.meta.dirname, 'fixtures', 'legacy.backup')

  const { figures, found, added } = await backup.restore({ path })

  expect(found).toEqual(figures)
  expect(found).toMatchObject({ orderTotal: '19999999998.20', rows: { orders: 2, product_translations: 3 } })
  expect(added).toBe(1)
  expect((await backup.target.get('lemon-900x600.webp'))?.toString()).toBe('a picture of a lemon')
})

// catches mutation: restore-pauses-jobs, paused-entry-not-relayed
test('R-51: unsent jobs are paused until released, also for an entry that is still in Redis', async () => {
  await using backup = await aBackup()
  await backup.restore()
  const { db } = backup.empty

  expect(await claimJob(db, '2')).toBeUndefined()
  expect(await readOutboxBacklog(db)).toMatchObject({ open: 1, paused: 1, oldestS: 0, oldestDueS: 0 })
  expect(await releaseJobs(db)).toBe(1)

  expect(await readOutboxBacklog(db)).toMatchObject({ open: 1, paused: 0 })
  expect(await claimJob(db, '2')).toMatchObject({ name: 'order-placed' })
})

// catches mutation: restore-needs-empty-database
test('R-51: an unusable backup is rejected with one sentence, and nothing is restored', async () => {
  await using backup = await aBackup()
  const { taken, empty } = backup
  const whole = await readFile(taken.path)
  const damaged = Buffer.from(whole)
  damaged[damaged.length - 20] = (damaged[damaged.length - 20] ?? 0) ^ 1

  await expect(backup.restore({ key: `another ${KEY}` })).rejects.toThrow('BACKUP_KEY is another one')
  await writeFile(taken.path, damaged)
  await expect(backup.restore()).rejects.toThrow(/damaged/)
  await writeFile(taken.path, whole.subarray(0, whole.length - 100))
  await expect(backup.restore()).rejects.toThrow(/damaged|cut/)
  await writeFile(taken.path, whole)
  const full = {
    ...backup.target,
    put: () => Promise.reject(new Error('no space left on the device')),
  }
  await expect(backup.restore({ store: full })).rejects.toThrow('no space left')
  await expect(backup.restore({ databaseUrl: backup.database.url })).rejects.toThrow('not empty')

  expect(await backup.tables(empty.db)).toBe(0)
  expect(await backup.restored()).toEqual([])
  expect(await backup.database.db('orders').count()).toEqual([{ count: '2' }])
})

// catches mutation: backup-counts-compared, restored-rows-compared
test('R-51: a backup that contains less than its figures, or restores to other figures, is rejected', async () => {
  await using backup = await aBackup()
  const { taken, empty } = backup
  /** Encrypts the same backup again with some entries changed. */
  const resealed = async (name: string, change: (entry: Entry) => Entry | undefined) => {
    const path = join(backup.backups, name)
    await using archive = await createArchive(path, KEY)
    for await (const entry of readArchive(taken.path, KEY)) {
      const changed = change(entry)
      if (changed) await archive.add(changed)
    }
    await archive.finish()
    return path
  }
  const noPicture = await resealed('a', (entry) => (entry.kind === 'picture' ? undefined : entry))
  const fewerRows = await resealed('b', (entry) =>
    entry.kind === 'rows' && entry.table === 'order_items' ? undefined : entry,
  )
  const otherTotal = await resealed('c', (entry) =>
    entry.kind === 'end' ? { ...entry, figures: { ...entry.figures, orderTotal: '1.00' } } : entry,
  )

  await expect(backup.restore({ path: noPicture })).rejects.toThrow('contains less than its figures state')
  await expect(backup.restore({ path: fewerRows })).rejects.toThrow('contains less than its figures state')
  await expect(backup.restore({ path: otherTotal })).rejects.toThrow('What was restored differs: sum of totals.')
  const newer = await resealed('d', (entry) =>
    entry.kind === 'about' ? { ...entry, migrations: [...entry.migrations, '9999-later.ts'] } : entry,
  )
  await expect(backup.restore({ path: newer })).rejects.toThrow(
    'made by a newer release with the migrations 9999-later.ts',
  )

  expect(await backup.tables(empty.db)).toBe(0)
  expect(await backup.restored()).toEqual([])
})

test('R-50: the newest backup exists, is not older than a day and two hours, and opens', async () => {
  await using backup = await aBackup()
  const { taken, backups } = backup
  const inHours = (hours: number) => new Date(Date.parse(taken.takenAt) + hours * 3_600_000)

  expect(await checkNewest(backups, KEY, inHours(25))).toMatchObject({ path: taken.path, pictures: 1 })
  await expect(checkNewest(backups, KEY, inHours(27))).rejects.toThrow('27 hours old')
  await expect(checkNewest(backups, KEY, inHours(-1))).rejects.toThrow('dated in the future')
  await expect(checkNewest(backups, `another ${KEY}`)).rejects.toThrow('BACKUP_KEY is another one')
  await expect(checkNewest(join(backups, 'none'), KEY)).rejects.toThrow('There is no backup')
})

test('R-50: a failed backup leaves no file, and removes no older backup', async () => {
  await using backup = await aBackup()
  const before = await readdir(backup.backups)
  const broken = { ...backup.store, get: () => Promise.reject(new Error('the store is unavailable')) }
  const { url: databaseUrl } = backup.database

  await expect(
    createBackup({ databaseUrl, store: broken, directory: backup.backups, key: KEY, now: new Date(0) }),
  ).rejects.toThrow('the store is unavailable')

  expect(await readdir(backup.backups)).toEqual(before)
})

const environment = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://backup:0f3a9c57e1b84d26a7c05e9b3d6f8142@db/shop',
  PUBLIC_ORIGIN: 'https://shop.example',
  MEDIA_DIR: '/media',
  BACKUP_DIR: '/backups',
  BACKUP_KEY: 'b1946ac92492d2347c6235b4d2611184',
}

test('R-50: a run in the same second leaves the unfinished file of the other one alone', async () => {
  await using shop = await aBackup()
  const { database, store, backups } = shop
  const now = new Date('2026-11-21T03:00:00Z')
  const other = join(backups, `${buildBackupName(now)}.part`)
  await writeFile(other, 'half of it')

  await expect(createBackup({ databaseUrl: database.url, store, directory: backups, key: KEY, now })).rejects.toThrow(
    'EEXIST',
  )

  expect(await readFile(other, 'utf8')).toBe('half of it')
})

test('a guessable key is rejected outside production too', () => {
  const guessable = { ...environment, NODE_ENV: 'development', BACKUP_KEY: 'local-only-backup-key-0123456789abcdef' }

  expect(() => readBackupConfig(guessable)).toThrow('  BACKUP_KEY: ')
})

test('BACKUP_KEY must differ from every other secret', () => {
  const password = 'b1946ac92492d2347c6235b4d2611184'
  const read = () => readBackupConfig({ ...environment, DATABASE_URL: `postgres://backup:${password}@db/shop` })

  expect(readBackupConfig(environment)).toMatchObject({ directory: '/backups' })
  expect(read).toThrow('BACKUP_KEY: the same secret as DATABASE_URL')
})

test('a read-only BACKUP_DIR is rejected by name, with the command that fixes it', async () => {
  const place = await mkdtemp(join(tmpdir(), 'tsedra-backup-dir-'))
  await using _gone = { [Symbol.asyncDispose]: () => rm(place, { recursive: true }) }
  await writeFile(join(place, 'file'), '')

  await expect(requireWritableDirectory(join(place, 'new', 'one'))).resolves.toBeUndefined()
  await expect(requireWritableDirectory(join(place, 'file', 'backups'))).rejects.toMatchObject({
    name: 'ConfigurationError',
    message: expect.stringMatching(
      /BACKUP_DIR: user \d+ cannot write to this directory \(ENOTDIR\).*chown 10001:10001/,
    ),
  })
})
