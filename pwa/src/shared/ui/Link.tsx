import type { ComponentProps, MouseEvent } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

/**
 * A link to a page of the shop. React Router's `Link` includes the prefetching of its server framework, two unused
 * kilobytes of the first load (infra/decisions/0014-performance-budgets.md).
 */
export function Link({ to, onClick, children, ...rest }: Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: To }) {
  const href = useHref(to)
  const handleLinkClick = useLinkClickHandler<HTMLAnchorElement>(to)
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) handleLinkClick(event)
  }
  return (
    <a {...rest} href={href} onClick={handleClick}>
      {children}
    </a>
  )
}
