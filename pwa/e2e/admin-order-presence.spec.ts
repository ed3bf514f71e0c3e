import { randomUUID } from 'node:crypto'
import { desktop, expect, expectAccessible, messagesByLanguage, phone } from './fixtures.ts'
import { createStaffUser, signInWithSecondFactor } from './staff.ts'
import { test } from './own-shop.ts'
import { storeOrders } from './stored-orders.ts'

const t = messagesByLanguage.ua

test('an open order shows who else looks at it, and who has changed it while it was open', async ({ visit }) => {
  const [id = ''] = await storeOrders({ name: `Разом${randomUUID().slice(0, 8)}`, count: 1 })
  const [ada, borys] = [await createStaffUser('editor'), await createStaffUser('admin')]
  const [{ page: first }, { page: second }] = [await visit({ size: desktop }), await visit({ size: phone })]
  for (const [page, user] of [
    [first, ada],
    [second, borys],
  ] as const) {
    await signInWithSecondFactor(page, user)
    // The worst case: the order is reported, and answered by the first page, before the stream is connected.
    const reported = Promise.all([page, first].map((viewer) => viewer.waitForResponse(/presence/)))
    await page.route('**/order-events*', async (route) => {
      await reported
      await route.continue()
    })
    const stream = page.waitForResponse(/order-events/)
    await page.goto(`/admin/orders?order=${id}`)
    await stream
    await expect(page.getByRole('dialog')).toContainText('Лимонні чипси')
  }

  // The newcomer learns of the first one too.
  await expect(first.getByRole('dialog').getByRole('status').filter({ hasText: borys.firstName })).toBeVisible()
  await expect(second.getByRole('dialog').getByRole('status').filter({ hasText: ada.firstName })).toBeVisible()
  await expect(first.getByRole('dialog').getByText(ada.firstName)).toHaveCount(0)
  await expectAccessible(first, 'order with another viewer')

  await second.getByRole('button', { name: t.desk.move.confirmed }).click()
  const change = first.getByRole('dialog').getByRole('status').filter({ hasText: t.order.status.confirmed })
  await expect(change).toContainText(borys.firstName)
  await second.keyboard.press('Escape')
  await expect(second.getByRole('dialog')).toHaveCount(0)
  await expect(first.getByText(t.desk.presence.viewing.split('{names}')[1]?.split('}')[0] ?? '')).toHaveCount(0)
})
