import { zodResolver } from '@hookform/resolvers/zod'
import { type CategoryInput, categoryInput, type StaffCategory } from '@tsedra/contract/admin-catalogue'
import type { Resolver } from 'react-hook-form'
import { type TranslationValues, toTranslationValues, omitEmpty } from '../form/translation-form.ts'

const categoryTextFields = ['name', 'description', 'seoTitle', 'seoDescription'] as const

/** What the form holds: as the contract has it, but what is typed is text. */
export interface CategoryFormValues {
  category: { slug: string; imageUrl: string; isActive: boolean; sortOrder: string }
  translations: TranslationValues<(typeof categoryTextFields)[number]>[]
}

export function toCategoryFormValues(category?: StaffCategory): CategoryFormValues {
  const { slug = '', imageUrl, isActive = true, sortOrder } = category ?? {}
  return {
    category: {
      slug,
      imageUrl: imageUrl ?? '',
      isActive,
      sortOrder: sortOrder === undefined ? '' : String(sortOrder),
    },
    translations: toTranslationValues(categoryTextFields, category?.translations),
  }
}

const validate = zodResolver(categoryInput)

/** Looks at the form by the contract's own schema; names and paths are the same on both sides. */
export const categoryResolver: Resolver<CategoryFormValues, unknown, CategoryInput> = (values, context, options) => {
  const input = { category: omitEmpty(values.category), translations: values.translations }
  // The resolver believes that a form holds what its schema takes; here one is made of the other.
  return validate(input, context, options as never) as ReturnType<Resolver<CategoryFormValues, unknown, CategoryInput>>
}
