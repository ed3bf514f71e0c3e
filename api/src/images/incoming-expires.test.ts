import { expect, test } from 'vitest'
import { openS3Store, s3Name } from '../../test/object-store.ts'
import { createS3Client, expireIncoming } from './s3-store.ts'

test(`U-05, ${s3Name}: uploads expire after a day, published pictures stay; a store may lack lifecycles`, async () => {
  await using testStore = await openS3Store()
  const { root } = testStore

  // Set again at every start.
  expect(await expireIncoming(root)).toBe(testStore.checksSignatures)

  if (!testStore.checksSignatures) return
  const { Rule } = (await createS3Client(root).getBucketLifecycle(root.bucket)) as unknown as { Rule: object[] }
  expect([Rule].flat()).toEqual([
    expect.objectContaining({ Status: 'Enabled', Filter: { Prefix: 'incoming/' }, Expiration: { Days: 1 } }),
  ])
})

test(`U-05, ${s3Name}: any other error of the store is not taken for missing lifecycles`, async () => {
  await using testStore = await openS3Store()

  await expect(expireIncoming({ ...testStore.root, secretKey: 'wrong and long' })).rejects.toThrow()
})
