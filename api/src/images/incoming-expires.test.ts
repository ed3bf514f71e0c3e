import { expect, test } from 'vitest'
import { openS3Store, s3Name } from '../../test/object-store.ts'
import { createS3Client, expireIncoming } from './s3-store.ts'

test(`U-05, ${s3Name}: what was sent goes by itself after a day, what is published stays; a store may not know how`, async () => {
  await using testStore = await openS3Store()
  const { root } = testStore

  // Asked for again at every start.
  expect(await expireIncoming(root)).toBe(testStore.checksSignatures)

  if (!testStore.checksSignatures) return
  const { Rule } = (await createS3Client(root).getBucketLifecycle(root.bucket)) as unknown as { Rule: object[] }
  expect([Rule].flat()).toEqual([
    expect.objectContaining({ Status: 'Enabled', Filter: { Prefix: 'incoming/' }, Expiration: { Days: 1 } }),
  ])
})

test(`U-05, ${s3Name}: a store that refuses for another reason is not taken for one that does not know`, async () => {
  await using testStore = await openS3Store()

  await expect(expireIncoming({ ...testStore.root, secretKey: 'wrong and long' })).rejects.toThrow()
})
