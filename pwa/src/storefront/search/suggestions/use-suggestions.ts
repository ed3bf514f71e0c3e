import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isSearch } from '@tsedra/contract/search'
import type { Language } from '@tsedra/contract/language'
import { useEffect } from 'react'
import { openCatalogue } from '../../../catalogue/local/catalogue-in-memory.ts'
import type { CatalogueSuggestions } from '../../../catalogue/local/local-catalogue.ts'
import { runWhenIdle } from '../../../shared/idle.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'

/** Maximum number of categories that are shown when nothing was found. */
const MAX_CATEGORIES = 5
/** Minimum length of a query for which nothing was found. */
const MIN_LENGTH_OF_NOTHING = 3

export interface FoundSuggestions extends CatalogueSuggestions {
  query: string
  /** The categories are a way on, not matches. */
  isEmpty: boolean
}

export interface SuggestionsResult {
  /** Whether the text is long enough to search. */
  isTyped: boolean
  found: FoundSuggestions | undefined
  isPending: boolean
  error: Error | null
  retry: () => void
}

/** Returns the suggestions for a text that is typed; those for the text before stay until the next ones are found. */
export function useSuggestions(text: string): SuggestionsResult {
  const language = useLanguage()
  const query = text.trim()
  useEffect(
    () =>
      // The index is built before the second character is typed.
      runWhenIdle(() => {
        openCatalogue(language)
          .then((catalogue) => catalogue.suggest(''))
          .catch(() => {})
      }),
    [language],
  )
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['suggestions', query, language],
    queryFn: () => findSuggestions(query, language),
    enabled: isSearch(query),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  // Two characters without a match may be the beginning of a word that has one.
  const isTyped = isSearch(query) && !(data?.isEmpty && query.length < MIN_LENGTH_OF_NOTHING)
  return { isTyped, found: isTyped ? data : undefined, isPending, error, retry: () => void refetch() }
}

async function findSuggestions(query: string, language: Language): Promise<FoundSuggestions> {
  const catalogue = await openCatalogue(language)
  const found = await catalogue.suggest(query)
  if (found.products.length + found.drinks.length + found.categories.length > 0)
    return { ...found, query, isEmpty: false }
  const categories = catalogue.categories().filter(({ productsCount }) => productsCount > 0)
  return { ...found, query, isEmpty: true, categories: categories.slice(0, MAX_CATEGORIES) }
}
