import { expect, test } from 'vitest'
import { openS3Store, s3Name } from '../../test/object-store.ts'
import { clientOf, expireIncoming } from './s3-store.ts'

test(`U-05, ${s3Name}: what was sent goes by itself after a day, what is published stays; a store may not know how`, async () => {
  await using place = await openS3Store()
  const { root } = place

  // Asked for again at every start.
  expect(await expireIncoming(root)).toBe(place.refusesStrangers)

  if (!place.refusesStrangers) return
  const { Rule } = (await clientOf(root).getBucketLifecycle(root.bucket)) as unknown as { Rule: object[] }
  expect([Rule].flat()).toEqual([
    expect.objectContaining({ Status: 'Enabled', Filter: { Prefix: 'incoming/' }, Expiration: { Days: 1 } }),
  ])
})

test(`U-05, ${s3Name}: a store that refuses for another reason is not taken for one that does not know`, async () => {
  await using place = await openS3Store()

  await expect(expireIncoming({ ...place.root, secretKey: 'wrong and long' })).rejects.toThrow()
})
