import { AxeBuilder } from '@axe-core/playwright'
import { signInAs } from './signed-in.ts'
import { as, desktop, expect, expectCalm, languages, phone, settled, test, texts } from './shopper.ts'

const narrow = { width: 320, height: 700 }
const t = texts.ua

test('a guest hears that an account is needed, and where to sign in', async ({ visit }) => {
  for (const language of languages) {
    const { page } = await visit({ language, worker: false })
    await page.goto('/profile')

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(as(texts[language].profile.guest))
    await expect(page.locator('main').getByRole('link', { name: texts[language].nav.signIn })).toHaveAttribute(
      'href',
      '/api/login?next=%2Fprofile',
    )
  }
})

test('the badge says who somebody is; the panel is offered to admins alone', async ({ visit }) => {
  for (const role of ['admin', 'editor', 'user'] as const) {
    const { page } = await visit({ size: desktop, worker: false })
    await signInAs(page, role)
    await page.goto('/profile')

    await expect(page.locator('.who .badge')).toHaveText(t.profile.role[role])
    await expect(page.getByRole('link', { name: t.profile.settings })).toBeVisible()
    await expect(page.getByRole('link', { name: t.profile.admin })).toHaveCount(role === 'admin' ? 1 : 0)
  }
})

for (const { language, theme, size } of [
  { language: 'ua', theme: 'light', size: desktop },
  { language: 'ua', theme: 'dark', size: phone },
  { language: 'ru', theme: 'light', size: narrow },
  { language: 'en', theme: 'dark', size: narrow },
] as const) {
  test(`the profile in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out, nothing moves`, async ({
    visit,
  }) => {
    const { page, complaints } = await visit({ language, theme, size, worker: false })
    await signInAs(page, 'admin')
    complaints.length = 0
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: texts[language].profile.purchases.empty })).toBeVisible()
    await settled(page)

    await expectCalm(page, 'profile')
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(complaints).toEqual([])
  })
}
