import { randomUUID } from 'node:crypto'
import { containingText, desktop, expect, expectAccessible, messagesByLanguage, phone } from './fixtures.ts'
import { createStaffUser, signInWithSecondFactor, test } from './staff.ts'
import { storeOrders } from './stored-orders.ts'

const t = messagesByLanguage.ua

test('an open order shows who else looks at it, and who has changed it while it was open', async ({ visit }) => {
  const name = `Разом${randomUUID().slice(0, 8)}`
  await storeOrders({ name, count: 1 })
  const [ada, borys] = [await createStaffUser('editor'), await createStaffUser('admin')]
  const [{ page: first }, { page: second }] = [await visit({ size: desktop }), await visit({ size: phone })]
  for (const [page, user] of [
    [first, ada],
    [second, borys],
  ] as const) {
    await signInWithSecondFactor(page, user)
    const stream = page.waitForResponse(/order-events/)
    // Opened from the list: a page that opens with an order may report it before its stream is connected.
    await page.goto(`/admin/orders?search=${name}`)
    await stream
    await page.getByRole('button', { name: containingText(t.desk.detailsOf.split('{')[0] ?? '') }).click()
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
