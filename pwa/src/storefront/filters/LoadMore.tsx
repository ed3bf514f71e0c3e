import { MAX_PAGE_SIZE, type ProductListQuery } from '@tsedra/contract/catalogue-queries'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPath, useLocation, useNavigate } from '../../shared/router/Router.tsx'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { CardSkeleton } from '../ProductGrid.tsx'
import { type Product, productsQuery } from '../../catalogue/queries.ts'

const SKELETON_CARDS = 4

interface Props {
  listQuery: ProductListQuery
  total: number
  renderCard: (product: Product) => ReactNode
}

/** The pages of a long list after the first; the history state stores how many are open, for back navigation. */
export function LoadMore({ listQuery, total, renderCard }: Props) {
  const t = useTranslations('list')
  const location = useLocation()
  const navigate = useNavigate()
  /** The page that the user requested and that has not rendered yet. */
  const [loadingPage, setLoadingPage] = useState<number>()
  const endRef = useRef<HTMLDivElement>(null)
  const pageCount = Math.min(readPageCount(location.state), Math.ceil(total / MAX_PAGE_SIZE))
  const shownCount = Math.min((loadingPage === pageCount ? pageCount - 1 : pageCount) * MAX_PAGE_SIZE, total)

  function loadMore(): void {
    if (loadingPage !== undefined) return
    setLoadingPage(pageCount + 1)
    navigate(createPath(location), { replace: true, state: { pageCount: pageCount + 1 } })
  }

  /** Moves the focus to the first product of a newly rendered page. */
  function onPageRendered(page: number): void {
    if (page !== loadingPage) return
    setLoadingPage(undefined)
    const card = endRef.current?.parentElement?.querySelectorAll('.card')[(page - 1) * MAX_PAGE_SIZE]
    card?.querySelector<HTMLElement>('.card__name a')?.focus()
  }

  return (
    <>
      {Array.from({ length: pageCount - 1 }, (_, index) => (
        <CardPage
          key={index}
          listQuery={{ ...listQuery, offset: (index + 1) * MAX_PAGE_SIZE }}
          renderCard={renderCard}
          onRendered={() => onPageRendered(index + 2)}
        />
      ))}
      <div className="more" ref={endRef}>
        <p className="muted sm" role="status">
          {t('shown', { shown: shownCount, total })}
        </p>
        {shownCount < total && (
          <button
            type="button"
            className="btn btn--line btn--lg"
            aria-busy={loadingPage !== undefined}
            onClick={loadMore}
          >
            {loadingPage !== undefined && <span className="spin" aria-hidden="true" />}
            {t('more', { count: total - shownCount })}
          </button>
        )}
      </div>
    </>
  )
}

function CardPage({
  listQuery,
  renderCard,
  onRendered,
}: Pick<Props, 'listQuery' | 'renderCard'> & { onRendered: () => void }) {
  const query = useQuery(productsQuery(listQuery, useLanguage()))
  const data = useDeferredValue(query.data)
  const isRendered = data !== undefined || query.isError
  const notifyRendered = useEffectEvent(onRendered)
  useEffect(() => {
    if (isRendered) notifyRendered()
  }, [isRendered])

  if (data) return data.products.map(renderCard)
  if (!query.isError) return Array.from({ length: SKELETON_CARDS }, (_, index) => <CardSkeleton key={index} />)
  return (
    <div className="more">
      <LoadError error={query.error} onRetry={() => void query.refetch()} />
    </div>
  )
}

/** Returns the page count of a history state, whose shape is not guaranteed. */
function readPageCount(state: unknown): number {
  const pageCount = Number((state as { pageCount?: unknown } | null)?.pageCount)
  return Number.isInteger(pageCount) && pageCount > 0 ? pageCount : 1
}
