import type { Db } from '@tsedra/database/connection'
import { type Browser, createTestUser, type TestUser, signIn } from './users.ts'
import type { Shop } from './shop.ts'

/** Opens a browser in which a new staff user has signed in with the second factor. */
export async function createSignedInStaff(
  shop: Shop,
  role: 'editor' | 'admin' = 'editor',
): Promise<Browser & { user: TestUser }> {
  const user = await createTestUser(shop.db, { role })
  const browser = await signIn(shop, user)
  await shop.db('user_sessions').where({ user_id: user.id }).update({ second_factor_at: shop.db.fn.now() })
  return { ...browser, user }
}

/** Reads the audit log without sign-ins. */
export const readStaffAudit = (db: Db) => db('audit_log').whereNot('action', 'like', 'session.%').orderBy('id')

/** Returns translations in three languages, as the form sends them. */
export const translationsOf = (name: string, overrides: Record<string, unknown> = {}) =>
  (['ua', 'ru', 'en'] as const).map((language) => ({
    language,
    name: language === 'en' ? name : `${name} ${language}`,
    ...overrides,
  }))

export const productForm = (name: string, product: Record<string, unknown> = {}) => ({
  product: { price: '119,00', ...product },
  translations: translationsOf(name),
})

export const drinkForm = (name: string, drink: Record<string, unknown> = {}) => ({
  drink,
  translations: translationsOf(name),
})

export const categoryForm = (name: string, category: Record<string, unknown> = {}) => ({
  category,
  translations: translationsOf(name),
})
