import { brand } from './brand.ts'
import type { Language } from './language.ts'

/** What the tab and a search engine call the page of something; the shop's own words come first (infra/decisions/0032-page-html.md). */
export const buildPageTitle = ({ name, seoTitle }: { name: string; seoTitle: string | null }, lang: Language): string =>
  seoTitle || `${name} · ${brand.name[lang]}`
