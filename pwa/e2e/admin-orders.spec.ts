import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { toasts } from './harness/locators.ts'
import { runSql } from './database.ts'
import { createTotpCode, signInDialog, totpSecretIn } from './accounts.ts'
import { createPhoneNumber } from './harness/order-form.ts'
import { createOrder } from './placed-order.ts'
import { getDemoAccount, submitLogin, createCustomer, signInAs } from './sign-in.ts'
import { createStaffUser, pressStaffButton, signInWithSecondFactor, signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import {
  thoroughUnless,
  exactText,
  desktop,
  expect,
  expectAccessible,
  expectStable,
  expectNoOverflow,
  appearances,
  phone,
  containingText,
  keepToasts,
  waitForNetworkIdle,
  messagesByLanguage,
} from './fixtures.ts'

const t = messagesByLanguage.ua
const orderMessages = t.desk
const statusTexts = t.order.status
const formatOrderNumber = (id: string) => id.slice(0, 8).toUpperCase()
const findOrderRow = (page: Page, id: string) => page.getByRole('row').filter({ hasText: formatOrderNumber(id) })

/** Opens the list of statuses in a row and clicks one. */
async function chooseStatus(row: Locator, status: keyof typeof statusTexts): Promise<void> {
  await row.getByRole('combobox').click()
  await row.getByRole('option', { name: exactText(statusTexts[status]) }).click()
}

test('an order appears while staff look, is answered from Telegram, gets a note, and is in the table of the day', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await keepToasts(page)
  const firstEditor = await createStaffUser('editor')
  await signInWithSecondFactor(page, firstEditor)
  await page.goto('/admin/orders')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(orderMessages.title)
  await waitForNetworkIdle(page)

  const id = await createOrder('Їжакевич Соломія')
  await expect(findOrderRow(page, id)).toContainText('Їжакевич Соломія')
  await expect(toasts(page)).toContainText(orderMessages.feed.placed)
  await expect(toasts(page)).toContainText(formatOrderNumber(id))
  await expect(findOrderRow(page, id)).toContainText(
    containingText(orderMessages.answer.calm.replace('{time}', '23 год')),
  )
  await expect(page.getByRole('navigation').getByRole('link', { name: orderMessages.title })).toContainText(
    /[1-9]\d?\+?/,
  )

  await toasts(page).getByRole('button', { name: orderMessages.feed.show }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: formatOrderNumber(id) })).toBeVisible()
  await expect(drawer).toContainText('Барвінок')
  await expect(drawer).toContainText('500 г × 2')
  await expect(drawer.getByRole('link', { name: orderMessages.call })).toHaveAttribute('href', /^tel:\+38067\d{7}$/)
  await expect(drawer.getByRole('link', { name: 'Telegram' }).last()).toHaveAttribute(
    'href',
    /^https:\/\/t\.me\/\+38067\d{7}$/,
  )

  await pressStaffButton(id, 'confirmed')
  await expect(drawer.getByRole('combobox')).toHaveText(statusTexts.confirmed)
  const editor = getDemoAccount('editor')
  const [{ name } = { name: '' }] = await runSql<{ name: string }>(
    `SELECT first_name || ' ' || last_name AS name FROM users WHERE email = $1`,
    [editor.email],
  )
  await expect(drawer.getByRole('list').last()).toContainText(name)

  await drawer.getByLabel(orderMessages.note.label).fill('Передзвонити після 15:00')
  // Closed by accident: what was typed is still there.
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await findOrderRow(page, id).getByRole('button', { name: orderMessages.details }).click()
  await expect(drawer.getByLabel(orderMessages.note.label)).toHaveValue('Передзвонити після 15:00')
  await drawer.getByRole('button', { name: orderMessages.note.add }).click()
  await expect(drawer.getByRole('list').last()).toContainText('Передзвонити після 15:00')
  await expect(drawer.getByRole('list').last()).toContainText(firstEditor.firstName)
  await expect(drawer.getByLabel(orderMessages.note.label)).toHaveValue('')

  await drawer.getByRole('button', { name: exactText(orderMessages.move.completed) }).click()
  await expect(toasts(page)).toContainText(orderMessages.moved)
  await expect(drawer.getByRole('combobox')).toHaveText(statusTexts.completed)
  // The toast of the next order waits until that of the action is dismissed.
  const nextId = await createOrder('Наступна Оля')
  await expect(findOrderRow(page, nextId)).toHaveCount(1)
  await expect(toasts(page)).toContainText(orderMessages.moved)
  await toasts(page).getByRole('button', { name: t.action.close }).click()
  await expect(toasts(page)).toContainText(formatOrderNumber(nextId))
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(findOrderRow(page, id).getByRole('combobox')).toHaveText(statusTexts.completed)

  // A year is written digit by digit; the first three are no year of ours.
  await page.getByLabel(orderMessages.days.from, { exact: true }).pressSequentially('11112026')
  await expect(page).toHaveURL(/from=2026-11-11/)
  await page.getByRole('button', { name: exactText(orderMessages.filter.clear) }).click()
  await expect(page).not.toHaveURL(/from=/)

  const savedUrls = page.waitForEvent('download')
  await page.getByRole('button', { name: exactText(orderMessages.export.today) }).click()
  const download = await savedUrls
  expect(download.suggestedFilename()).toMatch(/^orders-20\d\d-\d\d-\d\d\.csv$/)
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain(formatOrderNumber(id))
  expect(csv).toContain('Їжакевич Соломія')
})

test('two staff members change one order: the slower one sees who was faster, and the current status', async ({
  visit,
}) => {
  const id = await createOrder('Лисенко Артем')
  const [firstEditor, secondEditor] = [await createStaffUser('editor'), await createStaffUser('editor')]
  const [firstVisit, secondVisit] = [await visit({ size: desktop }), await visit({ size: phone })]
  // His screen receives no events until then.
  await secondVisit.page.context().route('**/api/admin/order-events*', (route) => route.abort())
  for (const [{ page }, staffUser] of [
    [firstVisit, firstEditor],
    [secondVisit, secondEditor],
  ] as const) {
    await signInWithSecondFactor(page, staffUser)
    await page.goto(`/admin/orders?search=${formatOrderNumber(id)}`)
    await expect(findOrderRow(page, id).getByRole('combobox')).toHaveText(statusTexts.pending)
  }

  await chooseStatus(findOrderRow(firstVisit.page, id), 'confirmed')
  await expect(toasts(firstVisit.page)).toContainText(orderMessages.moved)
  await expect(findOrderRow(secondVisit.page, id).getByRole('combobox')).toHaveText(statusTexts.pending)
  await chooseStatus(findOrderRow(secondVisit.page, id), 'cancelled')
  const confirmDialog = secondVisit.page.getByRole('dialog')
  await expect(confirmDialog).toContainText(
    containingText(orderMessages.cancel.title.replace('{number}', formatOrderNumber(id))),
  )
  await confirmDialog.getByRole('button', { name: exactText(orderMessages.cancel.action) }).click()

  await expect(toasts(secondVisit.page)).toContainText(
    orderMessages.overtaken.title.replace('{number}', formatOrderNumber(id)),
  )
  await expect(toasts(secondVisit.page)).toContainText(firstEditor.firstName)
  await expect(toasts(secondVisit.page)).toContainText(statusTexts.confirmed)
  await expect(confirmDialog).toHaveCount(0)
  await expect(findOrderRow(secondVisit.page, id).getByRole('combobox')).toHaveText(statusTexts.confirmed)
  const statusEvents = await runSql(`SELECT new_status FROM order_events WHERE order_id = $1 AND kind = 'status'`, [id])
  expect(statusEvents).toEqual([{ new_status: 'confirmed' }])

  // After the refresh the change is accepted.
  await chooseStatus(findOrderRow(secondVisit.page, id), 'cancelled')
  await confirmDialog.getByRole('button', { name: exactText(orderMessages.cancel.action) }).click()
  await expect(findOrderRow(firstVisit.page, id).getByRole('combobox')).toHaveText(statusTexts.cancelled)
})

test('possible duplicates are marked in list and drawer, and one tap in the drawer cancels one', async ({ visit }) => {
  const phoneNumber = createPhoneNumber()
  const [first, second] = [await createOrder('Мельник Іван', phoneNumber), await createOrder('Ваня', phoneNumber)]
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  await page.goto(`/admin/orders?search=${encodeURIComponent(phoneNumber)}`)
  const duplicateText = (id: string) => orderMessages.duplicate.mark.replace('{number}', formatOrderNumber(id))
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await expect(page.getByText(duplicateText(first))).toBeVisible()
  await expect(page.getByText(duplicateText(second))).toBeVisible()
  // The icon is beside its text.
  await expect(page.getByText(duplicateText(second))).toHaveCSS('display', 'flex')
  await saveScreenshot(page, 'duplicates-1440')
  await page.setViewportSize({ width: 390, height: 844 })
  await waitForNetworkIdle(page)
  await expectNoOverflow(page, 'list with duplicates')
  await saveScreenshot(page, 'duplicates-390')

  await page.goto(`/admin/orders?order=${second}`)
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText(orderMessages.duplicate.text.replace('{number}', formatOrderNumber(first)))
  await waitForNetworkIdle(page)
  await expectAccessible(page, 'drawer of a duplicate')
  await expectNoOverflow(page, 'drawer of a duplicate')
  await saveScreenshot(page, 'duplicate-drawer-390')
  await drawer.getByRole('link', { name: formatOrderNumber(first) }).click()
  await expect(drawer.getByRole('heading', { name: formatOrderNumber(first) })).toBeVisible()
  await drawer.getByRole('link', { name: formatOrderNumber(second) }).click()
  await drawer.getByRole('button', { name: exactText(orderMessages.duplicate.cancel) }).click()
  await expect(toasts(page)).toContainText(orderMessages.moved)
  await expect(drawer.getByRole('combobox')).toHaveText(statusTexts.cancelled)
  await expect(drawer).not.toContainText(orderMessages.duplicate.text.replace('{number}', formatOrderNumber(first)))
  await page.goto(`/admin/orders?search=${encodeURIComponent(phoneNumber)}`)
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await expect(page.getByText(orderMessages.duplicate.mark.replace('{number}', ''))).toHaveCount(0)
})

test('an arrow key on a closed status saves nothing, and the drawer announces only messages that are sent', async ({
  visit,
}) => {
  const id = await createOrder('Бойко Ганна')
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'editor')
  const savedUrls: string[] = []
  page.on('request', (request) => {
    const isPresence = request.url().endsWith('/presence')
    if (request.method() === 'PUT' && !isPresence) savedUrls.push(request.url())
  })
  await page.goto(`/admin/orders?order=${id}`)
  const drawer = page.getByRole('dialog').first()
  await expect(drawer).toContainText(orderMessages.reach.notTold)
  await expect(
    drawer.getByRole('paragraph').filter({ hasText: orderMessages.reach.notTold }).getByRole('link'),
  ).toHaveCount(2)
  await drawer.getByRole('button', { name: exactText(orderMessages.move.cancelled) }).click()
  const confirmDialog = page.getByRole('dialog').last()
  await expect(confirmDialog).toContainText(orderMessages.reach.notTold)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(drawer.getByRole('combobox')).toHaveText(statusTexts.pending)

  const statusChoice = drawer.getByRole('combobox')
  await statusChoice.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(statusChoice).toHaveAttribute('aria-expanded', 'true')
  await saveScreenshot(page, 'status-list-1440')
  await expectAccessible(page, 'list of statuses')
  await page.keyboard.press('Escape')
  await expect(statusChoice).toHaveAttribute('aria-expanded', 'false')
  await expect(drawer).toBeVisible()
  await expect(statusChoice).toHaveText(statusTexts.pending)
  expect(savedUrls).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(statusChoice).toHaveText(statusTexts.confirmed)
  await expect(statusChoice).toBeFocused()
  await expect.poll(() => savedUrls.length).toBe(1)

  await runSql(`INSERT INTO order_chats (order_id, chat_id, language) VALUES ($1, '4711', 'ua')`, [id])
  await page.reload()
  await expect(drawer).toContainText(orderMessages.reach.told)
  await expect(drawer).not.toContainText(orderMessages.reach.notTold)
})

test('on a long page the rail shows its parts and the table header covers the rows', async ({ visit }) => {
  await Promise.all(Array.from({ length: 12 }, (_, index) => createOrder(`Лисенко ${index}`)))
  const { page } = await visit({ size: { ...desktop, height: 700 } })
  await signInAsNewStaff(page, 'admin')
  await page.goto('/admin/orders')
  await expect(page.getByRole('row').getByRole('combobox').nth(11)).toBeVisible()
  await waitForNetworkIdle(page)
  const last = page.getByRole('row').getByRole('combobox').nth(11)
  await page.mouse.move(700, 450)
  // The signs of the first two rows pass below the header.
  for (const scrolled of [0, 190, 205, 220, 235, 250, 265]) {
    await page.evaluate((top) => scrollTo(0, top), scrolled)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    const coveredElements = await page.evaluate(findCoveredElements)
    expect(coveredElements, `scrolled by ${scrolled}`).toEqual([])
  }
  await saveScreenshot(page, 'rail-1440')
  await expect(last).toBeVisible()
})

/** What of the rail cannot be clicked, and which sign of a row is painted over the header of the table. */
function findCoveredElements(): string[] {
  const elementAtCentre = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2)
  }
  const navigationItems = [...document.querySelectorAll('[data-testid=admin-tabs] a, aside a, aside button')]
  const hidden = navigationItems
    .filter((element) => !element.contains(elementAtCentre(element)))
    .map((element) => element.textContent ?? '')
  const head = document.querySelector('thead th')?.getBoundingClientRect()
  const statusIcons = [...document.querySelectorAll<SVGElement>('tbody [role="combobox"] svg')].filter((icon) => {
    icon.style.pointerEvents = 'auto'
    const { top, height } = icon.getBoundingClientRect()
    return head && top + height / 2 > head.top && top + height / 2 < head.bottom
  })
  const overlappingIcons = statusIcons.filter((icon) => !elementAtCentre(icon)?.closest('thead'))
  return [...hidden, ...overlappingIcons.map(() => 'a sign of a status')]
}

async function saveScreenshot(page: Page, name: string): Promise<void> {
  const directory = process.env['PICTURES']
  if (directory) await page.screenshot({ path: `${directory}/${name}.png` })
}

test('one of several tabs holds the event stream, all receive events, and another one takes over when it closes', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  const streams: string[] = []
  page.context().on('request', (request) => {
    if (request.url().includes('order-events')) streams.push(request.url())
  })
  await signInAsNewStaff(page, 'editor')
  await page.goto('/admin/products')
  await expect.poll(() => streams.length).toBe(1)
  const second = await page.context().newPage()
  await second.goto('/admin/orders')
  await expect(second.getByRole('row').getByRole('combobox').first()).toBeVisible()

  const id = await createOrder('Гриценко Максим')
  await expect(toasts(page)).toContainText(formatOrderNumber(id))
  await expect(toasts(second)).toContainText(formatOrderNumber(id))
  expect(streams).toHaveLength(1)
  await page.close()
  await expect.poll(() => streams.length).toBe(2)
  const laterId = await createOrder('Щербак Ганна')
  await expect(findOrderRow(second, laterId)).toBeVisible()
})

test('a customer is made an editor, and loses access once deactivated; the audit log describes both', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  const admin = await createStaffUser('admin')
  const staffUser = await createCustomer()
  await signInWithSecondFactor(page, admin)
  await page.goto('/admin/settings')
  const tabs = page.getByRole('navigation', { name: t.admin.title }).getByRole('link')
  await expect(tabs).toHaveCount(7)
  await page
    .getByRole('navigation', { name: orderMessages.settings.forAdmins })
    .getByRole('link', { name: t.admin.sections.users })
    .click()
  await expect(tabs.filter({ hasText: t.admin.sections.settings })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('searchbox').fill(staffUser.email)
  const row = page.getByRole('row').filter({ hasText: staffUser.email })
  await row.getByRole('button', { name: orderMessages.users.change }).click()
  const drawer = page.getByRole('dialog').first()
  const confirmDialog = page.getByRole('dialog').last()
  await drawer.getByLabel(orderMessages.users.column.role).selectOption('editor')
  await expect(confirmDialog).toContainText(containingText(orderMessages.users.role.in))
  await expect(confirmDialog).toContainText(orderMessages.users.role.inPassword)
  await expect(confirmDialog).toContainText(orderMessages.users.role.inMail.replace('{email}', staffUser.email))
  await confirmDialog.getByRole('button', { name: exactText(orderMessages.users.role.action) }).click()
  await expect(toasts(page)).toContainText(orderMessages.users.role.done)
  await expect(drawer).toContainText(t.profile.role.editor)

  // A user who enters the former password reads why, and is led to a new one.
  const formerSession = await visit({ size: phone })
  await formerSession.page.goto('/?login=1')
  const signInStep = signInDialog(formerSession.page, 'ua')
  await signInStep.button(t.signIn.login).click()
  await signInStep.id.fill(staffUser.email)
  await signInStep.password.fill(staffUser.password)
  await signInStep.dialog.locator('button[type="submit"]').click()
  await expect(signInStep.dialog).toContainText('Тепер ваш акаунт має доступ працівника')
  await expect(signInStep.id).toHaveValue(staffUser.email)
  await waitForNetworkIdle(formerSession.page)
  await expectNoOverflow(formerSession.page, 'required')
  await expectAccessible(formerSession.page, 'required', 'dialog')
  await formerSession.page.close()

  // As after a new password by code and an app.
  await runSql('UPDATE users SET password = (SELECT password FROM users WHERE email = $1) WHERE email = $2', [
    admin.email,
    staffUser.email,
  ])
  const editorVisit = await visit({ size: phone })
  await signInWithSecondFactor(editorVisit.page, { ...staffUser, password: admin.password })
  await editorVisit.page.goto('/admin/orders')
  await expect(editorVisit.page.getByRole('heading', { level: 1 })).toContainText(orderMessages.title)

  await drawer.getByRole('button', { name: exactText(orderMessages.users.deactivate.action) }).click()
  await confirmDialog.getByRole('button', { name: exactText(orderMessages.users.deactivate.action) }).click()
  await expect(toasts(page)).toContainText(orderMessages.users.deactivate.done)
  await expect(drawer).toContainText(orderMessages.users.badge.inactive)
  // Without user action: the stream ends, and the page requests the current user.
  await expect(editorVisit.page.getByRole('dialog')).toContainText(t.signIn.title)
  expect(await submitLogin(editorVisit.page, { ...staffUser, password: admin.password })).toBe(401)

  // Admins cannot remove their own role.
  await page.goto(`/admin/users?search=${encodeURIComponent(admin.email)}`)
  await page
    .getByRole('row')
    .filter({ hasText: admin.email })
    .getByRole('button', { name: orderMessages.users.change })
    .click()
  await expect(drawer).toContainText(orderMessages.users.yourself)
  await expect(drawer.getByRole('combobox')).toHaveCount(0)

  const [{ id } = { id: '' }] = await runSql<{ id: string }>('SELECT id FROM users WHERE email = $1', [staffUser.email])
  await page.goto(`/admin/journal?thing=${id}`)
  const auditRows = page.getByRole('row').filter({ hasText: admin.firstName })
  await expect(auditRows.filter({ hasText: t.profile.role.editor })).toContainText(t.profile.role.user)
  await expect(auditRows.filter({ hasText: orderMessages.journal.field.isActive })).toContainText(orderMessages.no)

  await page.goto('/admin/journal?what=session.started')
  await expect(auditRows.first()).toContainText(orderMessages.journal.action.session.started)
  await expect(auditRows.first()).toContainText(
    `${orderMessages.journal.field.by}: ${orderMessages.journal.by.password}`,
  )
})

test('A-09: staff who have no app yet are led to set one up, and from there to where they were going', async ({
  visit,
}) => {
  const { page } = await visit()
  await signInAs(page, await createStaffUser('editor'))
  await page.goto('/admin/orders?status=pending')
  const { dialog, code } = signInDialog(page)
  await expect(dialog.getByText(exactText(t.signIn.second.setUp))).toBeVisible()
  await expect(totpSecretIn(dialog)).toBeVisible()
  const secret = (await totpSecretIn(dialog).innerText()).replace(/\s/g, '')
  await code.fill(createTotpCode(secret))
  await expect(page).toHaveURL(/\/admin\/orders\?status=pending$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(orderMessages.title)
})

for (const [place, { language, theme, size }] of appearances.entries()) {
  test(
    `the admin screens in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out, nothing moves`,
    thoroughUnless(place === 1),
    async ({ visit }) => {
      const id = await createOrder('Олександра-Вікторія Заградська-Тимошенко')
      await runSql(`UPDATE orders SET created_at = now() - interval '22 hours' WHERE id = $1`, [id])
      const { page, pageErrors } = await visit({ language, theme, size })
      await signInAsNewStaff(page, 'admin')
      const screens = [
        ['orders', '/admin/orders', 'tbody [role="combobox"]'],
        ['order', `/admin/orders?order=${id}`, 'dialog ol li'],
        ['users', '/admin/users', 'tbody tr:not([aria-hidden])'],
        ['journal', '/admin/journal?what=all', 'tbody li'],
        ['settings', '/admin/settings', 'main section'],
      ] as const
      for (const [name, path, selector] of screens) {
        pageErrors.length = 0
        await page.goto(path)
        await expect(page.locator(selector).first(), name).toBeVisible()
        await waitForNetworkIdle(page)
        const screenshotDir = process.env['PICTURES']
        if (screenshotDir)
          await page.screenshot({ path: `${screenshotDir}/${name}-${language}-${theme}-${size.width}.png` })
        // Recent actions are written to the audit log while it is open.
        await (name === 'journal' ? expectNoOverflow : expectStable)(page, name)
        await expectAccessible(page, name)
        expect(pageErrors, name).toEqual([])
      }
    },
  )
}
