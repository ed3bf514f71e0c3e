import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from './Icon.tsx'
import { useModal } from './use-modal.ts'
import './dialog.css'

interface Props {
  title: string
  /** `dialog` is centred on desktops, `drawer` comes from the right, `left` from the left; all are sheets on phones. */
  variant?: 'dialog' | 'drawer' | 'left'
  className?: string
  onClose: () => void
  /** Where there is a step before this one. */
  onBack?: (() => void) | undefined
  /** Decoration above the title. */
  decoration?: ReactNode
  /** The children are the body and the foot, in a form that holds both. */
  hasOwnBody?: boolean
  /** Stays below while the middle scrolls. */
  footer?: ReactNode
  children: ReactNode
}

/** Milliseconds of the way out (`--t-fast`). */
const EXIT_ANIMATION_MS = 160

const classes = {
  dialog: ['dialog', 'dialog'],
  drawer: ['drawer', 'drawer'],
  left: ['drawer drawer--left', 'drawer'],
} as const

/** A modal sheet: Esc, scrim, handle and ✕ close it; the focus goes back to what opened it. */
export function Dialog({
  title,
  variant = 'dialog',
  className = '',
  onClose,
  onBack,
  decoration,
  hasOwnBody = false,
  footer,
  children,
}: Props) {
  const t = useTranslations('action')
  const dialog = useModal()
  const titleId = useId()
  const [rootClass, blockClass] = classes[variant]

  function closeAnimated(): void {
    const element = dialog.current
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return onClose()
    element.classList.add('is-leaving')
    setTimeout(() => {
      onClose()
      // Whoever opened it may have decided to keep it open.
      element.classList.remove('is-leaving')
    }, EXIT_ANIMATION_MS)
  }

  return (
    // The dialog itself is the scrim's neighbour: a click on it, not on what it holds, is a click beside it.
    <dialog
      ref={dialog}
      className={`${rootClass} ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React hands on what a dialog above this one, or a file input in it, was cancelled by.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        closeAnimated()
      }}
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return
        const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect()
        const isInside =
          event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom
        if (!isInside) closeAnimated()
      }}
    >
      <button type="button" className="grip" tabIndex={-1} aria-hidden="true" onClick={closeAnimated} />
      <div className={`${blockClass}__head ${onBack ? `${blockClass}__head--back` : ''}`}>
        {decoration}
        {onBack && (
          <button type="button" className="ibtn" aria-label={t('back')} onClick={onBack}>
            <Icon name="arrow-left" />
          </button>
        )}
        <h2 className="serif" id={titleId}>
          {title}
        </h2>
        <button type="button" className="ibtn" aria-label={t('close')} onClick={closeAnimated}>
          <Icon name="x" />
        </button>
      </div>
      {hasOwnBody ? children : <div className={`${blockClass}__body`}>{children}</div>}
      {footer && <div className={`${blockClass}__foot`}>{footer}</div>}
    </dialog>
  )
}
