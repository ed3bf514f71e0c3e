import { expect, test } from 'vitest'
import { openS3Store, s3Name } from '../../test/object-store.ts'
import { createS3Client, prepareBucket } from './s3-store.ts'
import { createStoreAccount } from './store-account.ts'

// catches mutation: store-account-two-folders, store-account-list-limited
test(`U-04, ${s3Name}: the store account may only use two folders of one bucket`, async () => {
  await using testStore = await openS3Store()
  const { media } = testStore
  const client = createS3Client(media)
  const bytes = Buffer.from('x')
  await testStore.store.put('a-1x1.webp', bytes)
  expect(await testStore.store.names()).toEqual(['a-1x1.webp'])
  // The fake has one account with all rights.
  if (!testStore.checksSignatures) return

  const attempts: Record<string, () => Promise<unknown>> = {
    'put beside the folders': () => client.putObject(media.bucket, 'a', bytes),
    'read beside the folders': () => client.getObject(media.bucket, 'media'),
    'list all': () => client.listObjectsV2(media.bucket, '', true).toArray(),
    'open the bucket': () => prepareBucket(media),
    'keep what was sent for good': () => client.removeBucketLifecycle(media.bucket),
    'make a bucket': () => client.makeBucket('another'),
    'delete the bucket': () => client.removeBucket(media.bucket),
    'list buckets': () => client.listBuckets(),
  }
  const received: Record<string, unknown> = {}
  for (const [what, attempt] of Object.entries(attempts)) {
    received[what] = await attempt().then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
  }
  expect(new Set(Object.values(received)), JSON.stringify(received)).toEqual(new Set(['AccessDenied']))
  // Its response format differs, which the client ignores.
  await expect(createStoreAccount(media, { accessKey: 'another', secretKey: 'else and more' })).rejects.toThrow()
})
