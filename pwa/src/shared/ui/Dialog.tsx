import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from './Icon.tsx'
import { useModal } from './use-modal.ts'
import './dialog.css'

interface Props {
  title: string
  /** `dialog` is centred on desktops, `drawer` comes from the right, `left` from the left; all are sheets on phones. */
  shape?: 'dialog' | 'drawer' | 'left'
  className?: string
  onClose: () => void
  /** Where there is a step before this one. */
  onBack?: (() => void) | undefined
  /** Decoration above the title. */
  art?: ReactNode
  /** The children are the body and the foot, in a form that holds both. */
  bare?: boolean
  /** Stays below while the middle scrolls. */
  foot?: ReactNode
  children: ReactNode
}

/** Milliseconds of the way out (`--t-fast`). */
const LEAVING_MS = 160

const classes = {
  dialog: ['dialog', 'dialog'],
  drawer: ['drawer', 'drawer'],
  left: ['drawer drawer--left', 'drawer'],
} as const

/** A modal sheet: Esc, scrim, handle and ✕ close it; the focus goes back to what opened it. */
export function Dialog({
  title,
  shape = 'dialog',
  className = '',
  onClose,
  onBack,
  art,
  bare = false,
  foot,
  children,
}: Props) {
  const t = useTranslations('action')
  const dialog = useModal()
  const titleId = useId()
  const [own, part] = classes[shape]

  function leave(): void {
    const element = dialog.current
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return onClose()
    element.classList.add('is-leaving')
    setTimeout(() => {
      onClose()
      // Whoever opened it may have decided to keep it open.
      element.classList.remove('is-leaving')
    }, LEAVING_MS)
  }

  return (
    // The dialog itself is the scrim's neighbour: a click on it, not on what it holds, is a click beside it.
    <dialog
      ref={dialog}
      className={`${own} ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React hands on what a dialog above this one, or a file input in it, was cancelled by.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        leave()
      }}
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return
        const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect()
        const inside =
          event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom
        if (!inside) leave()
      }}
    >
      <button type="button" className="grip" tabIndex={-1} aria-hidden="true" onClick={leave} />
      <div className={`${part}__head ${onBack ? `${part}__head--back` : ''}`}>
        {art}
        {onBack && (
          <button type="button" className="ibtn" aria-label={t('back')} onClick={onBack}>
            <Icon name="arrow-left" />
          </button>
        )}
        <h2 className="serif" id={titleId}>
          {title}
        </h2>
        <button type="button" className="ibtn" aria-label={t('close')} onClick={leave}>
          <Icon name="x" />
        </button>
      </div>
      {bare ? children : <div className={`${part}__body`}>{children}</div>}
      {foot && <div className={`${part}__foot`}>{foot}</div>}
    </dialog>
  )
}
