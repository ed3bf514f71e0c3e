import type { Db } from '@tsedra/database/connection'
import { type Browser, aPerson, type Person, signedIn } from './people.ts'
import type { Shop } from './shop.ts'

/** A browser in which somebody of the staff has given both proofs. */
export async function aStaffOf(shop: Shop, role: 'editor' | 'admin' = 'editor'): Promise<Browser & { person: Person }> {
  const person = await aPerson(shop.db, { role })
  const browser = await signedIn(shop, person)
  await shop.db('user_sessions').where({ user_id: person.id }).update({ second_factor_at: shop.db.fn.now() })
  return { ...browser, person }
}

/** What staff did, line by line, without their sign-ins. */
export const doneByStaff = (db: Db) => db('audit_log').whereNot('action', 'like', 'session.%').orderBy('id')

/** Texts in three languages, as the form sends them. */
export const texts = (name: string, more: Record<string, unknown> = {}) =>
  (['ua', 'ru', 'en'] as const).map((language) => ({
    language,
    name: language === 'en' ? name : `${name} ${language}`,
    ...more,
  }))

export const productForm = (name: string, product: Record<string, unknown> = {}) => ({
  product: { price: '119,00', ...product },
  translations: texts(name),
})

export const categoryForm = (name: string, category: Record<string, unknown> = {}) => ({
  category,
  translations: texts(name),
})
