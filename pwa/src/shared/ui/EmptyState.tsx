import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

/** Nothing here: a title, at most a sentence, at most a button. */
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
  /** It is all there is on the screen: its title is the screen's. */
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
