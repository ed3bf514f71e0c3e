import { useLanguage } from '../../shared/i18n/language.ts'
import { usePageState } from '../table/use-page-state.ts'

/** Rows on one page of the table. */
export const PAGE_SIZE = 20

/** Returns search, status, sort order and page of a catalogue list, from the address. */
export function useCatalogueList<Sort extends string>(sorts: readonly Sort[]) {
  const lang = useLanguage()
  const state = usePageState()
  const sort = sorts.find((option) => option === state.get('sort'))
  const status = (['active', 'inactive'] as const).find((option) => option === state.get('status'))
  return {
    state,
    status,
    filter: { lang, search: state.get('search'), ...(status && { status }) },
    page: { ...(sort && { sort }), limit: String(PAGE_SIZE), offset: String((state.page - 1) * PAGE_SIZE) },
  }
}
