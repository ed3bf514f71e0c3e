import { brand } from './brand.ts'
import type { Language } from './language.ts'

/**
 * Returns the title for the tab and for search engines; the shop's own SEO title wins
 * (infra/decisions/0032-page-html.md).
 */
export const buildPageTitle = ({ name, seoTitle }: { name: string; seoTitle: string | null }, lang: Language): string =>
  seoTitle || `${name} · ${brand.name[lang]}`
