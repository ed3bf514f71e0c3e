import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'
import { BelowTheFold } from '../shared/ui/BelowTheFold.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { ProductCard } from './ProductCard.tsx'
import type { Product } from '../catalogue/queries.ts'

interface Props {
  found: UseQueryResult<{ products: Product[]; total: number }>
  /** How many placeholders stand in while it loads: as many as the first screen may show. */
  placeholders: number
  /** What is shown when there is nothing. */
  empty: ReactNode
  rows?: boolean
  cardOf?: (product: Product) => ReactNode
  /** Whatever follows the cards in the grid. */
  children?: ReactNode
}

/** Products in up to four columns, with every state on the way there. */
export function ProductGrid({
  found,
  placeholders,
  empty,
  rows = false,
  cardOf = (product) => <ProductCard key={product.id} product={product} rows={rows} />,
  children,
}: Props) {
  const t = useTranslations()
  // Cards are dear: drawn in slices, fingers are heard in between.
  const data = useDeferredValue(found.data)
  const shape = `grid ${rows ? 'grid--rows' : ''}`
  if (found.data ? !data : found.isPending && found.fetchStatus !== 'paused') {
    return (
      <div className={shape} role="status" aria-label={t('loading')}>
        {Array.from({ length: placeholders }, (_, place) => (
          <CardSkeleton key={place} />
        ))}
      </div>
    )
  }
  if (!data) return <LoadError error={found.error} onRetry={() => void found.refetch()} />
  if (data.products.length === 0) return empty

  return (
    <div className={shape} aria-busy={found.isPlaceholderData}>
      {data.products.slice(0, placeholders).map(cardOf)}
      <BelowTheFold>
        {data.products.slice(placeholders).map(cardOf)}
        {children}
      </BelowTheFold>
    </div>
  )
}

/** The same boxes as a card, so that nothing moves when it arrives. */
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
