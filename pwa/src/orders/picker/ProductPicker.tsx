import { useQuery } from '@tanstack/react-query'
import { formatPackage, type PackageSize, pickPackage } from '@tsedra/contract/packages'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Product, productsQuery } from '../../catalogue/queries.ts'
import { useLiked } from '../../favourites/liked-query.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { canAdd, quantityOf } from '../form-lines.ts'
import { type OrderableLine, type OrderableProduct, toOrderableProduct } from '../orderable-product.ts'
import { useCurrentProducts } from '../reorder/use-current-products.ts'
import { PickerRow } from './PickerRow.tsx'
import { useRecentPackages } from './use-recent-packages.ts'
import './picker.css'

/** Maximum number of products that a search lists, and minimum length of its text. */
const MAX_FOUND = 30
const MIN_QUERY = 2

interface Props {
  lines: readonly OrderableLine[]
  onAdd: (product: OrderableProduct, size: PackageSize) => void
  onClose: () => void
}

/** Adds products to the order form: favourites, products of earlier orders, and a search of the catalogue. */
export function ProductPicker({ lines, onAdd, onClose }: Props) {
  const t = useTranslations('order.picker')
  const language = useLanguage()
  const [text, setText] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const search = useDeferredValue(text.trim())
  const isSearch = search.length >= MIN_QUERY
  const recentPackages = useRecentPackages()
  const { data: favourites = [] } = useLiked()
  const { products: recent, isFailed } = useCurrentProducts(
    [...(recentPackages?.keys() ?? [])].map((slug) => ({ slug })),
  )
  const catalogue = useQuery(productsQuery({ search: isSearch ? search : undefined, limit: MAX_FOUND }, language))
  const { products: found = [], total = 0 } = catalogue.data ?? {}
  // Together: a group that came later would move the others.
  const isReady = catalogue.data !== undefined && recentPackages !== undefined && (recent !== undefined || isFailed)

  function add(product: Product, size: PackageSize): void {
    const orderable = toOrderableProduct(product, language)
    onAdd(orderable, size)
    const name = `${orderable.name}, ${formatPackage(size, language)}`
    setAnnouncement(t('added', { name, quantity: quantityOf(lines, product, size) + 1 }))
  }

  const renderGroup = (title: string, products: readonly Product[]) =>
    products.length > 0 && (
      <section aria-label={title}>
        <p className="picker__title">{title}</p>
        <ul>
          {products.map((product) => {
            const size = pickPackage(product.availablePackages, recentPackages?.get(product.slug))
            return (
              <PickerRow
                key={product.id}
                product={product}
                packageSize={size}
                quantity={quantityOf(lines, product, size)}
                isDisabled={!canAdd(lines, product, size)}
                onAdd={() => add(product, size)}
              />
            )
          })}
        </ul>
      </section>
    )

  return (
    <Dialog
      title={t('title')}
      variant="drawer"
      className="picker"
      onClose={onClose}
      footer={
        <button type="button" className="btn btn--primary btn--lg btn--full" onClick={onClose}>
          {t('done')}
        </button>
      }
    >
      <form
        className="search picker__search"
        role="search"
        aria-label={t('search')}
        onSubmit={(event) => event.preventDefault()}
      >
        <Icon name="search" />
        <input
          type="search"
          placeholder={t('search')}
          aria-label={t('search')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {isReady && !isSearch && renderGroup(t('favourites'), favourites)}
      {isReady && !isSearch && renderGroup(t('recent'), [...(recent?.values() ?? [])])}
      {isReady && renderGroup(t(isSearch ? 'results' : 'all'), found)}
      {!isReady && <CatalogueLoading error={catalogue.error} onRetry={() => void catalogue.refetch()} />}
      <p className="sm muted picker__count" role="status">
        {isSearch && isReady && (total > 0 ? t('found', { count: total }) : t('none'))}
        {total > found.length && ` ${t('refine')}`}
      </p>
    </Dialog>
  )
}

function CatalogueLoading({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const t = useTranslations()
  if (error) return <LoadError error={error} onRetry={onRetry} />
  return <output className="sk sk--control" aria-label={t('loading')} />
}
