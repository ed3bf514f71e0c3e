import { brand } from '@tsedra/contract/brand'
import type { Plugin } from 'vite'

const placeholders: Record<string, string> = { brand: brand.name.ua, phone: brand.phone }

/** Replaces `{{brand}}` and `{{phone}}` in `index.html` with the shop's name and phone number. */
export function brandPlaceholders(): Plugin {
  return {
    name: 'brand-placeholders',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
          const text = placeholders[name]
          if (text === undefined) throw new Error(`index.html has an unknown placeholder: ${placeholder}`)
          return text
        }),
    },
  }
}
