import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

/** An empty state: a title, at most one sentence, at most one button. */
export function EmptyState({
  icon,
  title,
  text,
  isPage = false,
  children,
}: {
  icon: IconName
  title: string
  text?: string
  /** It is the whole screen, so its title is an `h1`. */
  isPage?: boolean
  children?: ReactNode
}) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className="empty">
      <span className="empty__mark">
        <Icon name={icon} size="i--lg" />
      </span>
      <Title className="serif">{title}</Title>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}
