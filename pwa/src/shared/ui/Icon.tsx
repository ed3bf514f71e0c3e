import sprite from './icons.svg?no-inline'

/** Shapes of Lucide (ISC licence), in one sprite file that the browser fetches once. */
export type IconName =
  | 'apple'
  | 'arrow-down'
  | 'arrow-left'
  | 'arrow-right'
  | 'arrow-up'
  | 'chart-column'
  | 'check'
  | 'chevron-down'
  | 'chevron-left'
  | 'chevron-right'
  | 'chevrons-up-down'
  | 'circle-alert'
  | 'circle-check'
  | 'circle-dot'
  | 'circle-x'
  | 'clock'
  | 'cloud-off'
  | 'copy'
  | 'download'
  | 'ellipsis'
  | 'eye'
  | 'eye-off'
  | 'glass'
  | 'google'
  | 'grip-vertical'
  | 'heart'
  | 'history'
  | 'house'
  | 'inbox'
  | 'languages'
  | 'layout-grid'
  | 'log-out'
  | 'menu'
  | 'message-circle'
  | 'minus'
  | 'moon'
  | 'panels-top-left'
  | 'pencil'
  | 'phone'
  | 'plus'
  | 'refresh-cw'
  | 'search'
  | 'send'
  | 'settings-2'
  | 'share'
  | 'shopping-bag'
  | 'star'
  | 'store'
  | 'sun'
  | 'sun-moon'
  | 'tag'
  | 'trash-2'
  | 'upload'
  | 'user-round'
  | 'users'
  | 'x'

/** A decorative icon: the text beside it or the button's label carries the meaning. */
export function Icon({ name, size = '' }: { name: IconName; size?: '' | 'i--sm' | 'i--lg' }) {
  // In the server's HTML an icon only takes its space: the sprite would compete with the first picture.
  if (import.meta.env.SSR) return <svg className={`i ${size}`} aria-hidden="true" />
  return (
    <svg
      className={`i ${size}`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
