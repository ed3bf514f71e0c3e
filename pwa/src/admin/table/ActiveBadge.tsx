/** Whether shoppers see it. */
export const ActiveBadge = ({ isActive, yes, no }: { isActive: boolean; yes: string; no: string }) => (
  <span className={`badge ${isActive ? 'badge--ok' : 'badge--off'}`}>{isActive ? yes : no}</span>
)
