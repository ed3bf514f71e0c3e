import type { StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { parseMoney } from '@tsedra/contract/money'
import { useTranslations } from 'use-intl'
import { getName } from '../../../catalogue/translations.ts'
import { formatMoney } from '../../../shared/i18n/format.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { useProductCombobox } from './use-product-combobox.ts'

/** Finds a product by name: the editable combobox of the ARIA Authoring Practices. */
export function ProductCombobox({ onSelect }: { onSelect: (product: StaffProductRow) => void }) {
  const t = useTranslations('desk.contents')
  const language = useLanguage()
  const combobox = useProductCombobox(onSelect)
  const { listId, isListShown, options, activeIndex, hasFailed } = combobox
  return (
    <div className="drink-combobox">
      <input
        className="input"
        type="text"
        role="combobox"
        aria-label={t('addProduct')}
        placeholder={t('addProduct')}
        aria-autocomplete="list"
        aria-expanded={isListShown}
        aria-controls={isListShown ? listId : undefined}
        aria-activedescendant={isListShown && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
        autoComplete="off"
        maxLength={100}
        value={combobox.input}
        onChange={({ target }) => combobox.type(target.value)}
        onBlur={combobox.close}
        onKeyDown={combobox.onKeyDown}
      />
      {isListShown && (
        <div id={listId} role="listbox" aria-label={t('products')}>
          {options.map((product, index) => (
            <button
              type="button"
              tabIndex={-1}
              key={product.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === activeIndex}
              className={index === activeIndex ? 'is-at' : undefined}
              // The focus stays in the input: its blur closes the list.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => combobox.select(product)}
            >
              {getName(product, language)}
              <span className="muted">{formatMoney(parseMoney(product.price) ?? 0, language)}</span>
            </button>
          ))}
        </div>
      )}
      <p className={hasFailed ? 'field__error' : 'field__hint'} role="status">
        {hasFailed ? t('searchFailed') : combobox.isOpen && t('found', { count: options.length })}
      </p>
    </div>
  )
}
