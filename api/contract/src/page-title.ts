/**
 * Returns the title for the tab and for search engines: the product's own SEO title or its name, and the name that the shop
 * has now (infra/decisions/0032-page-html.md).
 */
export const buildPageTitle = (
  { name, seoTitle }: { name: string; seoTitle: string | null },
  shopName: string,
): string => `${seoTitle || name} · ${shopName}`
