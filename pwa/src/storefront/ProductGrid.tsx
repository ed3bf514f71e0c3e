import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../shared/i18n/language.ts'
import { BelowTheFold } from '../shared/ui/BelowTheFold.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { ProductCard } from './ProductCard.tsx'
import type { Product } from '../catalogue/queries.ts'
import { getName } from '../catalogue/translations.ts'

interface Props {
  query: UseQueryResult<{ products: Product[] }>
  /** Number of skeletons while loading: as many as the first screen may show. */
  skeletonCount: number
  /** Shown for an empty list. */
  empty: ReactNode
  /** On phones, rows and compact rows replace cards; the style sheet of lists has the compact ones. */
  layout?: 'rows' | 'compact'
  renderCard?: (product: Product) => ReactNode
  /** Shown in the grid after the cards. */
  children?: ReactNode
}

/** Cards in the server's HTML at most: one row on a desktop, more than a screen of a phone. Each is half a kilobyte. */
const SERVER_CARDS = 4

/** Products in up to four columns, with the loading, error and empty states. */
export function ProductGrid({
  query,
  skeletonCount,
  empty,
  layout,
  renderCard = (product) => <ProductCard key={product.id} product={product} isRowLayout={layout === 'rows'} />,
  children,
}: Props) {
  const t = useTranslations()
  // Cards are expensive to render: time-slicing lets the browser handle input in between.
  const data = useDeferredValue(query.data)
  const gridClass = `grid ${layout ? `grid--${layout}` : ''}`
  if (query.data ? !data : query.isPending && query.fetchStatus !== 'paused') {
    return (
      <div className={gridClass} role="status" aria-label={t('loading')}>
        {Array.from({ length: skeletonCount }, (_, index) => (
          <CardSkeleton key={index} />
        ))}
      </div>
    )
  }
  if (!data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  if (data.products.length === 0) return empty

  const cardCount = import.meta.env.SSR ? SERVER_CARDS : skeletonCount
  return (
    <div className={gridClass} aria-busy={query.isPlaceholderData}>
      {data.products.slice(0, cardCount).map(renderCard)}
      {import.meta.env.SSR ? (
        <ProductLinks products={data.products.slice(cardCount)} />
      ) : (
        <BelowTheFold>
          {data.products.slice(skeletonCount).map(renderCard)}
          {children}
        </BelowTheFold>
      )}
    </div>
  )
}

/** Links instead of cards, for the server's HTML: crawlers and browsers without scripts reach every product. */
export function ProductLinks({ products }: { products: readonly Product[] }) {
  const language = useLanguage()
  if (products.length === 0) return null
  return (
    <ul className="more">
      {products.map((product) => (
        <li key={product.id}>
          <Link to={`/product/${product.slug}`}>{getName(product, language)}</Link>
        </li>
      ))}
    </ul>
  )
}

/** The same layout as a card, so that nothing shifts when it loads. */
export function CardSkeleton() {
  return (
    <div className="card" aria-hidden="true">
      <div className="plate plate--wait card__plate" />
      <div className="card__name serif">
        <span className="sk sk--line">…</span>
      </div>
      <p className="card__note">
        <span className="sk sk--line">…</span>
      </p>
      <div className="card__seg">
        <div className="sk sk--control" />
      </div>
      <div className="card__sum">
        <div className="sk sk--control" />
      </div>
      <div className="card__act">
        <div className="sk sk--control" />
        <div className="sk sk--control" />
      </div>
    </div>
  )
}
