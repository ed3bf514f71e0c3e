import { newOrder } from '@tsedra/contract/orders'
import { expect, test } from 'vitest'
import { computeFingerprint } from './fingerprint.ts'

test('an order of an older release keeps its fingerprint: its copies are replays, not other orders', () => {
  const { customerName, customerComment, packageSize } = newOrder.parse({
    customerName: ' Лі\u200e\u2028 Е\u0301ля👩\u200d🍳\ufeff',
    customerPhone: '0670000124',
    customerComment: 'до 18:00\r\n\u2029дякую\u061c\u200b',
    packageSize: '100 g',
  })
  const lines = [
    { productId: '7d9e1f60-95ab-4c5a-8a4e-0a2f3a1b2c3d', packageSize: packageSize ?? undefined, quantity: 2 },
  ]
  const hash = computeFingerprint({
    customerName,
    customerPhone: '+380670000124',
    customerComment: customerComment ?? null,
    lines,
  })

  // Computed by the release before invisible names were rejected.
  expect(hash.toString('hex')).toBe('eb63556e7e6ea1c92d824c96eb40cfd8a1788780d9bc5a2295f0b256b386fb91')
})
