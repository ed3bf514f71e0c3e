import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import { toasts, topBar } from './harness/locators.ts'
import { desktop, expect, expectAccessible, expectNoOverflow, messagesByLanguage } from './fixtures.ts'

const t = messagesByLanguage.ua.desk.users

test('an admin ends the session of an editor, who has a link to the admin area in the account menu', async ({
  visit,
}) => {
  const { page: editorPage } = await visit({ size: desktop })
  const editor = await signInAsNewStaff(editorPage, 'editor')
  await editorPage.goto('/')
  await topBar(editorPage).getByRole('button', { name: messagesByLanguage.ua.nav.profile, exact: true }).click()
  await editorPage.getByRole('menuitem', { name: messagesByLanguage.ua.userMenu.admin }).click()
  await expect(editorPage).toHaveURL(/\/admin\/products/)

  const { page, pageErrors } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'admin')
  await page.goto(`/admin/users?search=${encodeURIComponent(editor.email)}`)
  await page.getByRole('row').filter({ hasText: editor.email }).getByRole('button', { name: t.change }).click()
  const sessions = page.getByRole('dialog').getByRole('region', { name: t.sessions.title })
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'the sessions of a member')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoOverflow(page, 'the sessions of a member')

  await sessions.getByRole('button').click()
  await expect(toasts(page)).toContainText(t.sessions.ended)
  await expect(sessions).toContainText(t.sessions.none)
  await editorPage.reload()
  await expect(editorPage.getByRole('dialog')).toContainText(messagesByLanguage.ua.signIn.title)
  expect(pageErrors).toEqual([])
})
