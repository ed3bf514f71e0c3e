/** Pages whose text the owner may write (info-pages.ts). */
export const infoPages = ['contacts', 'shipping', 'returns', 'faq', 'privacy', 'terms'] as const
export type InfoPageName = (typeof infoPages)[number]

/** Returns undefined for the name of another page. */
export const parseInfoPageName = (slug: string): InfoPageName | undefined => infoPages.find((page) => page === slug)
