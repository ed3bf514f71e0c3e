import type { ProductField } from '@tsedra/contract/product-fields'

/** Rows of a form, each with one field or several beside each other. */
export interface FormLayout {
  /** Below the texts. */
  main: readonly (readonly ProductField[])[]
  side: readonly (readonly ProductField[])[]
}

/** Appends the fields without a place in the layout to the side column, so that the form has every field. */
export function completeLayout({ main, side }: FormLayout, fields: readonly ProductField[]): FormLayout {
  const placed = new Set([...main, ...side].flat())
  return { main, side: [...side, ...fields.filter((field) => !placed.has(field)).map((field) => [field])] }
}
