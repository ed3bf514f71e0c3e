import { randomUUID } from 'node:crypto'
import { desktop, exactText, expect, expectAccessible, messagesByLanguage } from './fixtures.ts'
import { toasts } from './harness/locators.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import { storeOrders } from './stored-orders.ts'

const t = messagesByLanguage.ua.desk

test('a new order sounds and notifies where it is allowed, outside quiet hours, and is counted in the title', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await page.addInitScript(() => {
    const calls: string[] = []
    class FakeNotification extends EventTarget {
      static permission = 'default'
      static async requestPermission() {
        calls.push('permission')
        return (FakeNotification.permission = 'granted')
      }
      constructor(title: string) {
        super()
        calls.push(`notification ${title}`)
      }
    }
    Object.assign(window, { calls, Notification: FakeNotification })
    ServiceWorkerRegistration.prototype.showNotification = async (title) => void calls.push(`notification ${title}`)
    OscillatorNode.prototype.start = () => void calls.push('sound')
  })
  const readCalls = () => page.evaluate(() => (window as { calls?: string[] }).calls ?? [])
  await signInAsNewStaff(page, 'editor')
  await page.goto('/admin/orders')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t.title)
  await storeOrders({ name: `Дзвін${randomUUID().slice(0, 8)}`, count: 1 })
  await expect(toasts(page)).toContainText(t.feed.placed)
  await expect(page).toHaveTitle(/^\(\d+\) /)
  expect(await readCalls()).toEqual([])

  await page.getByRole('button', { name: exactText(t.alerts.open) }).click()
  const dialog = page.getByRole('dialog', { name: t.alerts.title })
  await expectAccessible(page, 'alerts of this device')
  await dialog.getByRole('switch', { name: t.alerts.sound }).check()
  await dialog.getByRole('switch', { name: t.alerts.notification }).check()
  await expect.poll(readCalls).toEqual(['sound', 'permission'])
  await page.keyboard.press('Escape')
  await storeOrders({ name: `Дзвін${randomUUID().slice(0, 8)}`, count: 1 })
  await expect.poll(readCalls).toEqual(expect.arrayContaining([`notification ${t.feed.placed}`]))

  await page.getByRole('button', { name: exactText(t.alerts.open) }).click()
  await dialog.getByLabel(t.alerts.from, { exact: true }).fill('00:01')
  await dialog.getByLabel(t.alerts.to, { exact: true }).fill('00:00')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t.title)
  await page.mouse.click(700, 5)
  await storeOrders({ name: `Дзвін${randomUUID().slice(0, 8)}`, count: 1 })
  await expect(toasts(page)).toContainText(t.feed.placed)
  expect(await readCalls()).toEqual([])
})
