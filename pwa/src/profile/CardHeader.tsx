import { StaleDataLabel } from './StaleDataLabel.tsx'

/** The heading of a card. It reserves the line of the count, so that loading causes no layout shift. */
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
    <div className="section__head">
      <h2 className="serif t-3" id={id}>
        {title}
      </h2>
      {isStale ? <StaleDataLabel /> : <span className="muted sm">{count || '\u00a0'}</span>}
    </div>
  )
}
