import type { ComponentProps, MouseEvent } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

/**
 * A link to a page of the shop. React Router's own one brings the prefetching of its server framework with it, two
 * kilobytes of the first load that nothing here uses (infra/decisions/0014-performance-budgets.md).
 */
export function Link({ to, onClick, children, ...others }: Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: To }) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to)
  const onTap = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) follow(event)
  }
  return (
    <a {...others} href={href} onClick={onTap}>
      {children}
    </a>
  )
}
