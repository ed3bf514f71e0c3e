import { StaleDataLabel } from './StaleDataLabel.tsx'

/** The heading of a card. The line of its count is there before the count is known, so nothing moves when it comes. */
export function CardHeader({
  id,
  title,
  count,
  isStale,
}: {
  id: string
  title: string
  count: string
  isStale: boolean
}) {
  return (
    <div className="sec__head">
      <h2 className="serif t-3" id={id}>
        {title}
      </h2>
      {isStale ? <StaleDataLabel /> : <span className="muted sm">{count || '\u00a0'}</span>}
    </div>
  )
}
