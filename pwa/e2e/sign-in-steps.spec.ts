import type { Page } from '@playwright/test'
import { createNewUser, signInDialog } from './accounts.ts'
import {
  thoroughUnless,
  expect,
  expectAccessible,
  expectNoOverflow,
  appearances,
  waitForNetworkIdle,
  test,
  messagesByLanguage,
} from './fixtures.ts'

/** Runs axe, checks that the dialog has no horizontal overflow, and takes a screenshot. */
async function expectScreenOk(page: Page, name: string): Promise<void> {
  await waitForNetworkIdle(page)
  await expectNoOverflow(page, name)
  await expectAccessible(page, name, 'dialog')
  const screenshotDir = process.env['PICTURES']
  if (screenshotDir) await page.screenshot({ path: `${screenshotDir}/${name}.png` })
}

for (const [index, { language, theme, size }] of appearances.entries()) {
  test(
    `every step of signing in, ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out`,
    thoroughUnless(index === 0),
    async ({ visit }) => {
      const t = messagesByLanguage[language].signIn
      const { page } = await visit({ language, theme, size, motion: true })
      const expectStepOk = (step: string) => expectScreenOk(page, `${step}-${language}-${theme}-${size.width}`)
      const { dialog, button, id, password } = signInDialog(page, language)
      const submit = dialog.locator('button[type="submit"]')
      const newcomer = createNewUser()

      await page.goto('/?login=1')
      await expect(dialog).toBeVisible()
      await expectStepOk('choice')
      await button(t.login).click()
      await id.fill('+380 67 000 0124')
      await password.fill('12345')
      await submit.click()
      await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(1)
      await expectStepOk('login')

      await button(t.register).click()
      await expectStepOk('register')
      await dialog.getByLabel(t.firstName).fill(newcomer.firstName)
      await dialog.getByLabel(t.lastName).fill(newcomer.lastName)
      await id.fill(newcomer.email)
      await password.fill(newcomer.password)
      await dialog.getByLabel(t.repeat).fill(newcomer.password)
      await submit.click()
      await expect(dialog.getByLabel(t.code)).toBeVisible()
      await dialog.getByLabel(t.code).fill('408')
      await expectStepOk('verify')

      // Opened again it starts at the first step.
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await page.goto('/?login=1')
      await button(t.login).click()
      await button(t.forgotten.link).click()
      await expectStepOk('forgotten')
      await id.fill(newcomer.email)
      await submit.click()
      await expect(dialog.getByLabel(t.code)).toBeVisible()
      await expectStepOk('new-password')

      await page.goto('/?login=1')
      await button(t.register).click()
      await dialog.getByLabel(t.firstName).fill(newcomer.firstName)
      await dialog.getByLabel(t.lastName).fill(newcomer.lastName)
      await id.fill(`+380 67 ${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`)
      await password.fill(newcomer.password)
      await dialog.getByLabel(t.repeat).fill(newcomer.password)
      await submit.click()
      await expect(dialog.getByRole('list')).toBeVisible()
      await expectStepOk('bot')
    },
  )
}

test('the code and the new password have a way back, and the typed address stays', async ({ visit }) => {
  const t = messagesByLanguage.ua
  const { page } = await visit()
  const { dialog, button, id, password, code } = signInDialog(page)
  const submit = dialog.locator('button[type="submit"]')
  const newcomer = createNewUser()
  await page.goto('/?login=1')
  await button(t.signIn.register).click()
  await dialog.getByLabel(t.signIn.firstName).fill(newcomer.firstName)
  await dialog.getByLabel(t.signIn.lastName).fill(newcomer.lastName)
  await id.fill(newcomer.email)
  await password.fill(newcomer.password)
  await dialog.getByLabel(t.signIn.repeat).fill(newcomer.password)
  await submit.click()
  await expect(code).toBeVisible()
  await button(t.action.back).click()
  await expect(dialog).toHaveAccessibleName(t.signIn.register)
  await expect(id).toHaveValue(newcomer.email)

  await button(t.action.back).click()
  await button(t.signIn.login).click()
  await button(t.signIn.forgotten.link).click()
  await submit.click()
  await expect(code).toBeVisible()
  await button(t.action.back).click()
  await expect(dialog).toHaveAccessibleName(t.signIn.forgotten.title)
  await expect(id).toHaveValue(newcomer.email)

  // A resumed verification has a masked address, which no field may show.
  await page.goto('/?login=1')
  await dialog.getByRole('button', { name: /…@/ }).click()
  await expect(code).toBeVisible()
  await button(t.action.back).click()
  await button(t.signIn.login).click()
  await expect(id).toHaveValue('')
})
