import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { toast } from './harness/locators.ts'
import { sql } from './database.ts'
import { appCode, signInDialog, secretIn } from './people.ts'
import { aPhone } from './harness/order-form.ts'
import { demo, login, newPerson, signInAs } from './signed-in.ts'
import { newStaff, pressKey, signInProved, signInStaff, test } from './staff.ts'
import {
  eachTime,
  as,
  desktop,
  expect,
  expectAccessible,
  expectCalm,
  expectToFit,
  looks,
  phone,
  saying,
  keepNotices,
  settled,
  shopUrl,
  texts,
} from './shopper.ts'

const t = texts.ua
const desk = t.desk
const status = t.order.status
const numberOf = (id: string) => id.slice(0, 8).toUpperCase()
const rowOf = (page: Page, id: string) => page.getByRole('row').filter({ hasText: numberOf(id) })

/** Opens the list of statuses in a row and clicks one. */
async function chooseStatus(row: Locator, to: keyof typeof status): Promise<void> {
  await row.getByRole('combobox').click()
  await row.getByRole('option', { name: as(status[to]) }).click()
}

/** A shopper orders the first product of the catalogue, somewhere else. */
async function anOrder(customerName: string, customerPhone = aPhone()): Promise<string> {
  const id = randomUUID()
  const listed = await fetch(`${shopUrl()}/api/products?limit=24`)
  const { products } = (await listed.json()) as { products: { id: string; availablePackages: string[] }[] }
  const body = {
    id,
    customerName,
    customerPhone,
    customerComment: 'Бар «Барвінок», вхід із двору',
    productId: products.find(({ availablePackages }) => availablePackages.includes('500г'))?.id,
    packageSize: '500г',
    quantity: 2,
    filledInMs: 9_000,
  }
  const headers = {
    'content-type': 'application/json',
    origin: shopUrl(),
    'x-forwarded-for': `10.9.${Date.now() % 250}.${Math.trunc(Math.random() * 250)}`,
  }
  const answer = await fetch(`${shopUrl()}/api/orders`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(201)
  return id
}

test('an order appears while staff look, is answered from Telegram, gets a note, and is in the table of the day', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await keepNotices(page)
  const her = await newStaff('editor')
  await signInProved(page, her)
  await page.goto('/admin/orders')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(desk.title)
  await settled(page)

  const id = await anOrder('Їжакевич Соломія')
  await expect(rowOf(page, id)).toContainText('Їжакевич Соломія')
  await expect(toast(page)).toContainText(desk.feed.placed)
  await expect(toast(page)).toContainText(numberOf(id))
  await expect(rowOf(page, id)).toContainText(saying(desk.answer.calm.replace('{time}', '23 год')))
  await expect(page.getByRole('navigation').getByRole('link', { name: desk.title })).toContainText(/[1-9]\d?\+?/)

  await toast(page).getByRole('button', { name: desk.feed.show }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: numberOf(id) })).toBeVisible()
  await expect(drawer).toContainText('Барвінок')
  await expect(drawer).toContainText('500 г × 2')
  await expect(drawer.getByRole('link', { name: desk.call })).toHaveAttribute('href', /^tel:\+38067\d{7}$/)
  await expect(drawer.getByRole('link', { name: 'Telegram' }).last()).toHaveAttribute(
    'href',
    /^https:\/\/t\.me\/\+38067\d{7}$/,
  )

  await pressKey(id, 'confirmed')
  await expect(drawer.getByRole('combobox')).toHaveText(status.confirmed)
  const editor = demo('editor')
  const [{ name } = { name: '' }] = await sql<{ name: string }>(
    `SELECT first_name || ' ' || last_name AS name FROM users WHERE email = $1`,
    [editor.email],
  )
  await expect(drawer.getByRole('list').last()).toContainText(name)

  await drawer.getByLabel(desk.note.label).fill('Передзвонити після 15:00')
  // Closed by accident: what was typed is still there.
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await rowOf(page, id).getByRole('button', { name: desk.details }).click()
  await expect(drawer.getByLabel(desk.note.label)).toHaveValue('Передзвонити після 15:00')
  await drawer.getByRole('button', { name: desk.note.add }).click()
  await expect(drawer.getByRole('list').last()).toContainText('Передзвонити після 15:00')
  await expect(drawer.getByRole('list').last()).toContainText(her.firstName)
  await expect(drawer.getByLabel(desk.note.label)).toHaveValue('')

  await drawer.getByRole('button', { name: as(desk.move.completed) }).click()
  await expect(toast(page)).toContainText(desk.moved)
  await expect(drawer.getByRole('combobox')).toHaveText(status.completed)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(rowOf(page, id).getByRole('combobox')).toHaveText(status.completed)

  // A year is written digit by digit; the first three are no year of ours.
  await page.getByLabel(desk.days.from, { exact: true }).pressSequentially('11112026')
  await expect(page).toHaveURL(/from=2026-11-11/)
  await page.getByRole('button', { name: as(desk.filter.clear) }).click()
  await expect(page).not.toHaveURL(/from=/)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: as(desk.export.today) }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^orders-20\d\d-\d\d-\d\d\.csv$/)
  const table = await readFile(await download.path(), 'utf8')
  expect(table).toContain(numberOf(id))
  expect(table).toContain('Їжакевич Соломія')
})

test('two of the staff change one order: whoever was slower hears who was faster, and sees what it is now', async ({
  visit,
}) => {
  const id = await anOrder('Лисенко Артем')
  const [her, him] = [await newStaff('editor'), await newStaff('editor')]
  const [one, other] = [await visit({ size: desktop }), await visit({ size: phone })]
  // His screen hears nothing meanwhile.
  await other.page.context().route('**/api/admin/order-events*', (route) => route.abort())
  for (const [{ page }, person] of [
    [one, her],
    [other, him],
  ] as const) {
    await signInProved(page, person)
    await page.goto(`/admin/orders?search=${numberOf(id)}`)
    await expect(rowOf(page, id).getByRole('combobox')).toHaveText(status.pending)
  }

  await chooseStatus(rowOf(one.page, id), 'confirmed')
  await expect(toast(one.page)).toContainText(desk.moved)
  await expect(rowOf(other.page, id).getByRole('combobox')).toHaveText(status.pending)
  await chooseStatus(rowOf(other.page, id), 'cancelled')
  const ask = other.page.getByRole('dialog')
  await expect(ask).toContainText(saying(desk.cancel.title.replace('{number}', numberOf(id))))
  await ask.getByRole('button', { name: as(desk.cancel.action) }).click()

  await expect(toast(other.page)).toContainText(desk.overtaken.title.replace('{number}', numberOf(id)))
  await expect(toast(other.page)).toContainText(her.firstName)
  await expect(toast(other.page)).toContainText(status.confirmed)
  await expect(ask).toHaveCount(0)
  await expect(rowOf(other.page, id).getByRole('combobox')).toHaveText(status.confirmed)
  const moves = await sql(`SELECT new_status FROM order_events WHERE order_id = $1 AND kind = 'status'`, [id])
  expect(moves).toEqual([{ new_status: 'confirmed' }])

  // Now he knows, and may.
  await chooseStatus(rowOf(other.page, id), 'cancelled')
  await ask.getByRole('button', { name: as(desk.cancel.action) }).click()
  await expect(rowOf(one.page, id).getByRole('combobox')).toHaveText(status.cancelled)
})

test('possible duplicates are marked in list and drawer, and one tap in the drawer cancels one', async ({ visit }) => {
  const number = aPhone()
  const [first, second] = [await anOrder('Мельник Іван', number), await anOrder('Ваня', number)]
  const { page } = await visit({ size: desktop })
  await signInStaff(page, 'editor')
  await page.goto(`/admin/orders?search=${encodeURIComponent(number)}`)
  const mark = (id: string) => desk.duplicate.mark.replace('{number}', numberOf(id))
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await expect(page.getByText(mark(first))).toBeVisible()
  await expect(page.getByText(mark(second))).toBeVisible()
  // The sign stands beside its words.
  await expect(page.getByText(mark(second))).toHaveCSS('display', 'flex')
  await takePicture(page, 'duplicates-1440')
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  await expectToFit(page, 'list with duplicates')
  await takePicture(page, 'duplicates-390')

  await page.goto(`/admin/orders?order=${second}`)
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText(desk.duplicate.text.replace('{number}', numberOf(first)))
  await settled(page)
  await expectAccessible(page, 'drawer of a duplicate')
  await expectToFit(page, 'drawer of a duplicate')
  await takePicture(page, 'duplicate-drawer-390')
  await drawer.getByRole('link', { name: numberOf(first) }).click()
  await expect(drawer.getByRole('heading', { name: numberOf(first) })).toBeVisible()
  await drawer.getByRole('link', { name: numberOf(second) }).click()
  await drawer.getByRole('button', { name: as(desk.duplicate.cancel) }).click()
  await expect(toast(page)).toContainText(desk.moved)
  await expect(drawer.getByRole('combobox')).toHaveText(status.cancelled)
  await expect(drawer).not.toContainText(desk.duplicate.text.replace('{number}', numberOf(first)))
  await page.goto(`/admin/orders?search=${encodeURIComponent(number)}`)
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await expect(page.getByText(desk.duplicate.mark.replace('{number}', ''))).toHaveCount(0)
})

test('an arrow key on a closed status saves nothing, and the drawer says only what is true about messages', async ({
  visit,
}) => {
  const id = await anOrder('Бойко Ганна')
  const { page } = await visit({ size: desktop })
  await signInStaff(page, 'editor')
  const saved: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') saved.push(request.url())
  })
  await page.goto(`/admin/orders?order=${id}`)
  const drawer = page.getByRole('dialog').first()
  await expect(drawer).toContainText(desk.reach.notTold)
  await expect(drawer.getByRole('paragraph').filter({ hasText: desk.reach.notTold }).getByRole('link')).toHaveCount(2)
  await drawer.getByRole('button', { name: as(desk.move.cancelled) }).click()
  const ask = page.getByRole('dialog').last()
  await expect(ask).toContainText(desk.reach.notTold)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(drawer.getByRole('combobox')).toHaveText(status.pending)

  const choice = drawer.getByRole('combobox')
  await choice.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(choice).toHaveAttribute('aria-expanded', 'true')
  await takePicture(page, 'status-list-1440')
  await expectAccessible(page, 'list of statuses')
  await page.keyboard.press('Escape')
  await expect(choice).toHaveAttribute('aria-expanded', 'false')
  await expect(drawer).toBeVisible()
  await expect(choice).toHaveText(status.pending)
  expect(saved).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(choice).toHaveText(status.confirmed)
  await expect(choice).toBeFocused()
  await expect.poll(() => saved.length).toBe(1)

  await sql(`INSERT INTO order_chats (order_id, chat_id, language) VALUES ($1, '4711', 'ua')`, [id])
  await page.reload()
  await expect(drawer).toContainText(desk.reach.told)
  await expect(drawer).not.toContainText(desk.reach.notTold)
})

test('on a long page the rail shows its parts and the table header covers the rows', async ({ visit }) => {
  await Promise.all(Array.from({ length: 12 }, (_, place) => anOrder(`Лисенко ${place}`)))
  const { page } = await visit({ size: { ...desktop, height: 700 } })
  await signInStaff(page, 'admin')
  await page.goto('/admin/orders')
  await expect(page.getByRole('row').getByRole('combobox').nth(11)).toBeVisible()
  await settled(page)
  const last = page.getByRole('row').getByRole('combobox').nth(11)
  await page.mouse.move(700, 450)
  // The signs of the first two rows pass below the header.
  for (const scrolled of [0, 190, 205, 220, 235, 250, 265]) {
    await page.evaluate((top) => scrollTo(0, top), scrolled)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    const covered = await page.evaluate(partsThatAreCovered)
    expect(covered, `scrolled by ${scrolled}`).toEqual([])
  }
  await takePicture(page, 'rail-1440')
  await expect(last).toBeVisible()
})

/** What of the rail cannot be clicked, and which sign of a row is painted over the header of the table. */
function partsThatAreCovered(): string[] {
  const at = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2)
  }
  const rail = [...document.querySelectorAll('nav a, aside a, aside button')]
  const hidden = rail.filter((each) => !each.contains(at(each))).map((each) => each.textContent ?? '')
  const head = document.querySelector('thead th')?.getBoundingClientRect()
  const signs = [...document.querySelectorAll<SVGElement>('tbody [role="combobox"] svg')].filter((sign) => {
    sign.style.pointerEvents = 'auto'
    const { top, height } = sign.getBoundingClientRect()
    return head && top + height / 2 > head.top && top + height / 2 < head.bottom
  })
  const painted = signs.filter((sign) => !at(sign)?.closest('thead'))
  return [...hidden, ...painted.map(() => 'a sign of a status')]
}

async function takePicture(page: Page, name: string): Promise<void> {
  const pictures = process.env['PICTURES']
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` })
}

test('of several tabs one listens, all hear, and another one goes on when it is closed', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  const streams: string[] = []
  page.context().on('request', (request) => {
    if (request.url().includes('order-events')) streams.push(request.url())
  })
  await signInStaff(page, 'editor')
  await page.goto('/admin/products')
  await expect.poll(() => streams.length).toBe(1)
  const second = await page.context().newPage()
  await second.goto('/admin/orders')
  await expect(second.getByRole('row').getByRole('combobox').first()).toBeVisible()

  const id = await anOrder('Гриценко Максим')
  await expect(toast(page)).toContainText(numberOf(id))
  await expect(toast(second)).toContainText(numberOf(id))
  expect(streams).toHaveLength(1)
  await page.close()
  await expect.poll(() => streams.length).toBe(2)
  const later = await anOrder('Щербак Ганна')
  await expect(rowOf(second, later)).toBeVisible()
})

test('a customer is made an editor, and is out of the panel once deactivated; the journal says so in words', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  const boss = await newStaff('admin')
  const person = await newPerson()
  await signInProved(page, boss)
  await page.goto('/admin/settings')
  const tabs = page.getByRole('navigation', { name: t.admin.title }).getByRole('link')
  await expect(tabs).toHaveCount(4)
  await page.getByRole('navigation', { name: desk.settings.forAdmins }).getByRole('link').first().click()
  await expect(tabs.filter({ hasText: t.admin.sections.settings })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('searchbox').fill(person.email)
  const row = page.getByRole('row').filter({ hasText: person.email })
  await row.getByRole('button', { name: desk.users.change }).click()
  const drawer = page.getByRole('dialog').first()
  const ask = page.getByRole('dialog').last()
  await drawer.getByLabel(desk.users.column.role).selectOption('editor')
  await expect(ask).toContainText(saying(desk.users.role.in))
  await expect(ask).toContainText(desk.users.role.inPassword)
  await expect(ask).toContainText(desk.users.role.inMail.replace('{email}', person.email))
  await ask.getByRole('button', { name: as(desk.users.role.action) }).click()
  await expect(toast(page)).toContainText(desk.users.role.done)
  await expect(drawer).toContainText(t.profile.role.editor)

  // Whoever knows the former password reads what has become of it, and is led to a new one.
  const former = await visit({ size: phone })
  await former.page.goto('/?login=1')
  const step = signInDialog(former.page, 'ua')
  await step.button(t.signIn.login).click()
  await step.id.fill(person.email)
  await step.password.fill(person.password)
  await step.dialog.locator('button[type="submit"]').click()
  await expect(step.dialog).toContainText('Ваш акаунт тепер належить до команди')
  await expect(step.id).toHaveValue(person.email)
  await settled(former.page)
  await expectToFit(former.page, 'required')
  await expectAccessible(former.page, 'required', 'dialog')
  await former.page.close()

  // As after a new password by code and an app.
  await sql('UPDATE users SET password = (SELECT password FROM users WHERE email = $1) WHERE email = $2', [
    boss.email,
    person.email,
  ])
  const there = await visit({ size: phone })
  await signInProved(there.page, { ...person, password: boss.password })
  await there.page.goto('/admin/orders')
  await expect(there.page.getByRole('heading', { level: 1 })).toContainText(desk.title)

  await drawer.getByRole('button', { name: as(desk.users.deactivate.action) }).click()
  await ask.getByRole('button', { name: as(desk.users.deactivate.action) }).click()
  await expect(toast(page)).toContainText(desk.users.deactivate.done)
  await expect(drawer).toContainText(desk.users.badge.inactive)
  // Without anybody's doing there: the stream ends, and the panel asks who is here.
  await expect(there.page.getByRole('dialog')).toContainText(t.signIn.title)
  expect(await login(there.page, { ...person, password: boss.password })).toBe(401)

  // Nobody takes the panel from themselves.
  await page.goto(`/admin/users?search=${encodeURIComponent(boss.email)}`)
  await page.getByRole('row').filter({ hasText: boss.email }).getByRole('button', { name: desk.users.change }).click()
  await expect(drawer).toContainText(desk.users.yourself)
  await expect(drawer.getByRole('combobox')).toHaveCount(0)

  const [{ id } = { id: '' }] = await sql<{ id: string }>('SELECT id FROM users WHERE email = $1', [person.email])
  await page.goto(`/admin/journal?thing=${id}`)
  const lines = page.getByRole('row').filter({ hasText: boss.firstName })
  await expect(lines.filter({ hasText: t.profile.role.editor })).toContainText(t.profile.role.user)
  await expect(lines.filter({ hasText: desk.journal.field.isActive })).toContainText(desk.no)

  await page.goto('/admin/journal?what=session.started')
  await expect(lines.first()).toContainText(desk.journal.action.session.started)
  await expect(lines.first()).toContainText(`${desk.journal.field.by}: ${desk.journal.by.password}`)
})

test('A-09: staff who have no app yet are led to set one up, and from there to where they were going', async ({
  visit,
}) => {
  const { page } = await visit()
  await signInAs(page, await newStaff('editor'))
  await page.goto('/admin/orders?status=pending')
  const { dialog, code } = signInDialog(page)
  await expect(dialog.getByText(as(t.signIn.second.setUp))).toBeVisible()
  await expect(secretIn(dialog)).toBeVisible()
  const secret = (await secretIn(dialog).innerText()).replace(/\s/g, '')
  await code.fill(appCode(secret))
  await expect(page).toHaveURL(/\/admin\/orders\?status=pending$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(desk.title)
})

for (const [place, { language, theme, size }] of looks.entries()) {
  test(
    `the desk's screens in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out, nothing moves`,
    eachTime(place === 1),
    async ({ visit }) => {
      const id = await anOrder('Олександра-Вікторія Заградська-Тимошенко')
      await sql(`UPDATE orders SET created_at = now() - interval '22 hours' WHERE id = $1`, [id])
      const { page, complaints } = await visit({ language, theme, size })
      await signInStaff(page, 'admin')
      const screens = [
        ['orders', '/admin/orders', 'tbody [role="combobox"]'],
        ['order', `/admin/orders?order=${id}`, 'dialog ol li'],
        ['users', '/admin/users', 'tbody tr:not([aria-hidden])'],
        ['journal', '/admin/journal?what=all', 'tbody li'],
        ['settings', '/admin/settings', 'main section'],
      ] as const
      for (const [name, path, arrived] of screens) {
        complaints.length = 0
        await page.goto(path)
        await expect(page.locator(arrived).first(), name).toBeVisible()
        await settled(page)
        const pictures = process.env['PICTURES']
        if (pictures) await page.screenshot({ path: `${pictures}/${name}-${language}-${theme}-${size.width}.png` })
        // What was done a moment ago is written into the journal while it is looked at.
        await (name === 'journal' ? expectToFit : expectCalm)(page, name)
        await expectAccessible(page, name)
        expect(complaints, name).toEqual([])
      }
    },
  )
}
