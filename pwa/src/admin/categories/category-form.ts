import { zodResolver } from '@hookform/resolvers/zod'
import { type CategoryInput, categoryInput, type StaffCategory } from '@tsedra/contract/admin-catalogue'
import type { Resolver } from 'react-hook-form'
import { type Texts, textsOf, withoutEmpty } from '../form/texts-form.ts'

const fields = ['name', 'description', 'seoTitle', 'seoDescription'] as const

/** What the form holds: as the contract has it, but what is typed is text. */
export interface CategoryValues {
  category: { slug: string; imageUrl: string; isActive: boolean; sortOrder: string }
  translations: Texts<(typeof fields)[number]>[]
}

export function categoryValues(category?: StaffCategory): CategoryValues {
  const { slug = '', imageUrl, isActive = true, sortOrder } = category ?? {}
  return {
    category: {
      slug,
      imageUrl: imageUrl ?? '',
      isActive,
      sortOrder: sortOrder === undefined ? '' : String(sortOrder),
    },
    translations: textsOf(fields, category?.translations),
  }
}

const check = zodResolver(categoryInput)

/** Looks at the form by the contract's own schema; names and paths are the same on both sides. */
export const resolveCategory: Resolver<CategoryValues, unknown, CategoryInput> = (values, context, options) => {
  const sent = { category: withoutEmpty(values.category), translations: values.translations }
  // The resolver believes that a form holds what its schema takes; here one is made of the other.
  return check(sent, context, options as never) as ReturnType<Resolver<CategoryValues, unknown, CategoryInput>>
}
