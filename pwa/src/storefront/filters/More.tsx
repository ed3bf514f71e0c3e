import { PAGE, type ProductsWanted } from '@tsedra/contract/questions'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { CardSkeleton } from '../ProductGrid.tsx'
import { type Product, productsQuery } from '../../catalogue/queries.ts'

const PLACEHOLDERS = 4

interface Props {
  wanted: ProductsWanted
  total: number
  cardOf: (product: Product) => ReactNode
}

/** The pieces of a long list after the first one; the history remembers how many are open, so going back finds them. */
export function More({ wanted, total, cardOf }: Props) {
  const t = useTranslations('list')
  const location = useLocation()
  const navigate = useNavigate()
  /** The piece that was asked for by hand and is not drawn yet. */
  const [opening, setOpening] = useState<number>()
  const end = useRef<HTMLDivElement>(null)
  const pieces = Math.min(piecesOf(location.state), Math.ceil(total / PAGE))
  const shown = Math.min((opening === pieces ? pieces - 1 : pieces) * PAGE, total)

  function open(): void {
    if (opening !== undefined) return
    setOpening(pieces + 1)
    void navigate(location, { replace: true, state: { pieces: pieces + 1 } })
  }

  /** Whoever asked for more goes on reading with the first of it. */
  function onDrawn(piece: number): void {
    if (piece !== opening) return
    setOpening(undefined)
    const card = end.current?.parentElement?.querySelectorAll('.card')[(piece - 1) * PAGE]
    card?.querySelector<HTMLElement>('.card__name a')?.focus()
  }

  return (
    <>
      {Array.from({ length: pieces - 1 }, (_, place) => (
        <Piece
          key={place}
          wanted={{ ...wanted, offset: (place + 1) * PAGE }}
          cardOf={cardOf}
          onDrawn={() => onDrawn(place + 2)}
        />
      ))}
      <div className="more" ref={end}>
        <p className="muted sm" role="status">
          {t('shown', { shown, total })}
        </p>
        {shown < total && (
          <button type="button" className="btn btn--line btn--lg" aria-busy={opening !== undefined} onClick={open}>
            {opening !== undefined && <span className="spin" aria-hidden="true" />}
            {t('more', { count: total - shown })}
          </button>
        )}
      </div>
    </>
  )
}

function Piece({ wanted, cardOf, onDrawn }: Pick<Props, 'wanted' | 'cardOf'> & { onDrawn: () => void }) {
  const found = useQuery(productsQuery(wanted, useLanguage()))
  const data = useDeferredValue(found.data)
  const isDrawn = data !== undefined || found.isError
  const tell = useEffectEvent(onDrawn)
  useEffect(() => {
    if (isDrawn) tell()
  }, [isDrawn])

  if (data) return data.products.map(cardOf)
  if (!found.isError) return Array.from({ length: PLACEHOLDERS }, (_, place) => <CardSkeleton key={place} />)
  return (
    <div className="more">
      <LoadError error={found.error} onRetry={() => void found.refetch()} />
    </div>
  )
}

/** What the history may hold is anybody's. */
function piecesOf(state: unknown): number {
  const pieces = Number((state as { pieces?: unknown } | null)?.pieces)
  return Number.isInteger(pieces) && pieces > 0 ? pieces : 1
}
