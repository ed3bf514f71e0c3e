/** Shows whether shoppers see an entity. */
export const ActiveBadge = ({
  isActive,
  activeLabel,
  inactiveLabel,
}: {
  isActive: boolean
  activeLabel: string
  inactiveLabel: string
}) => <span className={`badge ${isActive ? 'badge--ok' : 'badge--off'}`}>{isActive ? activeLabel : inactiveLabel}</span>
