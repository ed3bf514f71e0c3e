import type { Page } from '@playwright/test'
import people from '../../api/seeds/people.json' with { type: 'json' }
import { expect } from './shopper.ts'

export type Demo = 'admin' | 'editor' | 'user'

/** Signs in one of the demo people of the shop. */
export async function signInAs(page: Page, role: Demo): Promise<void> {
  const { email, password } = people.find((each) => each.role === role) ?? { email: '', password: '' }
  await signIn(page, email, password)
}

/** Signs in as the dialog does, without its screens; the page is loaded anew and knows who it is. */
export async function signIn(page: Page, emailOrPhone: string, password: string): Promise<void> {
  await page.goto('/contacts')
  const status = await page.evaluate(
    async (body) => {
      const answer = await fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { user } = await answer.json()
      if (user) localStorage.setItem('tsedra.person', JSON.stringify({ user, likedIds: [], inCart: 0 }))
      return answer.status
    },
    { emailOrPhone, password },
  )
  expect(status).toBe(200)
}
