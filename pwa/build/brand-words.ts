import { brand } from '@tsedra/contract/brand'
import type { Plugin } from 'vite'

const words: Record<string, string> = { brand: brand.name.ua, phone: brand.phone }

/** Writes the shop's name and number into `index.html`, in place of `{{brand}}` and `{{phone}}`. */
export function brandWords(): Plugin {
  return {
    name: 'brand-words',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(/\{\{(\w+)\}\}/g, (place, word: string) => {
          const text = words[word]
          if (text === undefined) throw new Error(`index.html wants ${place}, which nobody knows`)
          return text
        }),
    },
  }
}
