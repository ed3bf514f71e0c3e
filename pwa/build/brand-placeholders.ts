import { brand } from '@tsedra/contract/brand'
import type { Plugin } from 'vite'

const placeholders: Record<string, string> = { brand: brand.name.ua, phone: brand.phone }

/** Writes the shop's name and number into `index.html`, in place of `{{brand}}` and `{{phone}}`. */
export function brandPlaceholders(): Plugin {
  return {
    name: 'brand-placeholders',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
          const text = placeholders[name]
          if (text === undefined) throw new Error(`index.html wants ${placeholder}, which nobody knows`)
          return text
        }),
    },
  }
}
