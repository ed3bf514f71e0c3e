import type { listStaffProducts, StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { parseMoney } from '@tsedra/contract/money'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { getName } from '../../catalogue/translations.ts'
import { formatMoney } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useAdminQuery } from '../use-admin-query.ts'
import { Combobox } from './Combobox.tsx'

/** Number of products in the list. */
const MAX_OPTIONS = '8'

interface Props {
  label: string
  /** Returns whether a product can be selected. */
  isOffered?: (product: StaffProductRow) => boolean
  onSelect: (product: StaffProductRow) => void
}

/** Finds an active product by name. */
export function ProductCombobox({ label, isOffered = () => true, onSelect }: Props) {
  const t = useTranslations('desk.contents')
  const lang = useLanguage()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const search = useDeferredValue(text.trim())
  const isSearching = isOpen && search !== ''
  const { data, isFetching, error } = useAdminQuery<typeof listStaffProducts>(
    'GET /api/admin/products',
    { query: { search, lang, limit: MAX_OPTIONS } },
    { enabled: isSearching },
  )
  const found = search === '' ? [] : (data?.products ?? [])
  const options = found.filter((product) => product.isActive && isOffered(product))
  const hasFailed = isOpen && error !== null

  return (
    <>
      <Combobox
        label={label}
        listLabel={t('products')}
        text={text}
        maxLength={100}
        onType={setText}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        options={options}
        getKey={({ id }) => id}
        renderOption={(product) => (
          <>
            {getName(product, lang)}
            <span className="muted">{formatMoney(parseMoney(product.price) ?? 0, lang)}</span>
          </>
        )}
        onSelect={(product) => {
          setText('')
          onSelect(product)
        }}
      />
      <p className={hasFailed ? 'field__error' : 'field__hint'} role="status">
        {hasFailed ? t('searchFailed') : isSearching && !isFetching && t('found', { count: options.length })}
      </p>
    </>
  )
}
