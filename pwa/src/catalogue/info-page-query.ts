import type { InfoPageName } from '@tsedra/contract/info-page-names'
import type { getInfoPage } from '@tsedra/contract/info-pages'
import type { Language } from '@tsedra/contract/language'
import { queryOptions } from '@tanstack/react-query'
import { buildDetailQuery } from '@tsedra/contract/catalogue-queries'
import { catalogueOptions } from './queries.ts'

/** The owner's text of an info page; null means the built-in one. */
export const infoPageQuery = (slug: InfoPageName, lang: Language) =>
  queryOptions({
    queryKey: ['infoPage', slug, lang],
    ...catalogueOptions<typeof getInfoPage>(
      lang,
      'GET /api/pages/:slug',
      { params: { slug }, query: buildDetailQuery(slug, lang).query },
      (catalogue) => catalogue.infoPage(slug),
    ),
    select: ({ markdown }) => markdown,
  })
