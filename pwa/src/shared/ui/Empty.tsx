import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

/** Nothing here: a title, at most a sentence, at most a button. */
export function Empty({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName
  title: string
  text?: string
  children?: ReactNode
}) {
  return (
    <div className="empty">
      <span className="empty__mark">
        <Icon name={icon} size="i--lg" />
      </span>
      <h2 className="serif">{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}
