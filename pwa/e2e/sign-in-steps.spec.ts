import type { Page } from '@playwright/test'
import { aNewcomer, signInDialog } from './people.ts'
import { eachTime, expect, expectAccessible, expectToFit, looks, settled, test, texts } from './shopper.ts'

/** Nothing for axe, nothing sticks out of the dialog to the side; a picture for whoever wants to look. */
async function expectGood(page: Page, name: string): Promise<void> {
  await settled(page)
  await expectToFit(page, name)
  await expectAccessible(page, name, 'dialog')
  const pictures = process.env['PICTURES']
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` })
}

for (const [place, { language, theme, size }] of looks.entries()) {
  test(
    `every step of signing in, ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out`,
    eachTime(place === 0),
    async ({ visit }) => {
      const t = texts[language].signIn
      const { page } = await visit({ language, theme, size, motion: true })
      const look = (step: string) => expectGood(page, `${step}-${language}-${theme}-${size.width}`)
      const { dialog, button, id, password } = signInDialog(page, language)
      const submit = dialog.locator('button[type="submit"]')
      const her = aNewcomer()

      await page.goto('/?login=1')
      await expect(dialog).toBeVisible()
      await look('choice')
      await button(t.login).click()
      await id.fill('+380 67 000 0124')
      await password.fill('12345')
      await submit.click()
      await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(1)
      await look('login')

      await button(t.register).click()
      await look('register')
      await dialog.getByLabel(t.firstName).fill(her.firstName)
      await dialog.getByLabel(t.lastName).fill(her.lastName)
      await id.fill(her.email)
      await password.fill(her.password)
      await dialog.getByLabel(t.repeat).fill(her.password)
      await submit.click()
      await expect(dialog.getByLabel(t.code)).toBeVisible()
      await dialog.getByLabel(t.code).fill('408')
      await look('verify')

      // Opened again it begins anew.
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await page.goto('/?login=1')
      await button(t.login).click()
      await button(t.forgotten.link).click()
      await look('forgotten')
      await id.fill(her.email)
      await submit.click()
      await expect(dialog.getByLabel(t.code)).toBeVisible()
      await look('new-password')

      await page.goto('/?login=1')
      await button(t.register).click()
      await dialog.getByLabel(t.firstName).fill(her.firstName)
      await dialog.getByLabel(t.lastName).fill(her.lastName)
      await id.fill(`+380 67 ${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`)
      await password.fill(her.password)
      await dialog.getByLabel(t.repeat).fill(her.password)
      await submit.click()
      await expect(dialog.getByRole('list')).toBeVisible()
      await look('bot')
    },
  )
}
