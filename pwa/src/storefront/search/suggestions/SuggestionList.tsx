import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { selectTexts } from '../../../catalogue/translations.ts'
import type { Category, Drink } from '../../../catalogue/queries.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { Icon, type IconName } from '../../../shared/ui/Icon.tsx'
import { Highlighted } from './Highlighted.tsx'
import { NamedOption, SearchOption } from './Option.tsx'
import { OptionGroup } from './OptionGroup.tsx'
import { ProductOption } from './ProductOption.tsx'
import type { FoundSuggestions } from './use-suggestions.ts'

interface Props {
  id: string
  found: FoundSuggestions
}

/**
 * The options for a query: its correction, products, drinks, categories, and all results. Memoised: each typed character
 * renders the panel once for the text and once for what it finds.
 */
export const SuggestionList = memo(function SuggestionList({ id, found }: Props) {
  const t = useTranslations('suggest')
  const { query, correction, products, isEmpty } = found
  const matched = correction ?? query
  return (
    <div id={id} role="listbox" aria-label={t('label')}>
      {correction && !isEmpty && (
        <SearchOption icon="search" query={correction}>
          {t('correction', { query: correction })}
        </SearchOption>
      )}
      {products.length > 0 && (
        <OptionGroup title={t('products')}>
          {products.map((product) => (
            <ProductOption key={product.id} product={product} query={matched} />
          ))}
        </OptionGroup>
      )}
      <PageOptions title={t('drinks')} icon="glass" path="/drink/" items={found.drinks} query={matched} />
      <PageOptions
        title={t('categories')}
        icon="layout-grid"
        path="/category/"
        items={found.categories}
        query={matched}
        emptyQuery={isEmpty ? query : undefined}
      />
      {!isEmpty && (
        <SearchOption icon="arrow-right" query={query}>
          {t('all', { query })}
        </SearchOption>
      )}
    </div>
  )
})

interface PageOptionsProps {
  title: string
  icon: IconName
  path: string
  items: readonly (Drink | Category)[]
  query: string
  emptyQuery?: string | undefined
}

/** Options that open the page of a drink or a category. */
function PageOptions({ title, icon, path, items, query, emptyQuery }: PageOptionsProps) {
  const language = useLanguage()
  if (items.length === 0) return null
  return (
    <OptionGroup title={title}>
      {items.map(({ slug, translations }) => {
        const { texts, lang } = selectTexts<(typeof translations)[number]>(translations, language)
        const name = texts?.name ?? slug
        return (
          <NamedOption key={slug} name={name} to={path + slug} emptyQuery={emptyQuery}>
            <Icon name={icon} />
            <span className="suggest__text" lang={lang}>
              <Highlighted text={name} query={query} />
            </span>
          </NamedOption>
        )
      })}
    </OptionGroup>
  )
}
