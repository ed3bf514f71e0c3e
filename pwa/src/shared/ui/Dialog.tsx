import { type ReactNode, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from './Icon.tsx'
import { useModal } from './use-modal.ts'
import './dialog.css'

interface Props {
  title: ReactNode
  /** `dialog` is centred on desktops, `drawer` comes from the right, `left` from the left; all are sheets on phones. */
  variant?: 'dialog' | 'drawer' | 'left'
  className?: string
  onClose: () => void
  /** Shows a back button, for a dialog with a previous step. */
  onBack?: (() => void) | undefined
  /** Decoration above the title. */
  decoration?: ReactNode
  /** The children contain the body and the footer, in one form. */
  hasOwnBody?: boolean
  /** Stays visible while the body scrolls. */
  footer?: ReactNode
  children: ReactNode
}

const classes = {
  dialog: ['dialog', 'dialog'],
  drawer: ['drawer', 'drawer'],
  left: ['drawer drawer--left', 'drawer'],
} as const

/**
 * A modal dialog: Esc, scrim, handle and ✕ close it, and the focus returns to the element that opened it. Content that
 * loads later belongs into one mounted dialog: a second one would slide in again.
 */
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
  const heading = useRef<HTMLHeadingElement>(null)
  const toastSlot = useRef<HTMLDivElement>(null)
  const dialog = useModal({ heading, toastSlot })
  const titleId = useId()
  const [rootClass, blockClass] = classes[variant]

  function closeAnimated(): void {
    const element = dialog.current
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return onClose()
    if (element.classList.contains('is-leaving')) return
    element.classList.add('is-leaving')
    const animations = element.getAnimations().map(({ finished }) => finished)
    void Promise.allSettled(animations).then(() => {
      // Another dialog may have replaced it during the animation: `onClose` would close that one.
      if (!element.isConnected) return
      onClose()
      // `onClose` may have kept the dialog open.
      element.classList.remove('is-leaving')
    })
  }

  return (
    // A click whose target is the dialog itself, not its contents, may be a click on the scrim.
    <dialog
      ref={dialog}
      className={`${rootClass} ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React bubbles the `cancel` event of a nested dialog or file input.
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
          <button type="button" className="icon-btn" aria-label={t('back')} onClick={onBack}>
            <Icon name="arrow-left" />
          </button>
        )}
        <h2 className="serif" id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="icon-btn" aria-label={t('close')} onClick={closeAnimated}>
          <Icon name="x" />
        </button>
      </div>
      {hasOwnBody ? children : <div className={`${blockClass}__body`}>{children}</div>}
      {footer && <div className={`${blockClass}__foot`}>{footer}</div>}
      <div ref={toastSlot} className="dialog__toasts" />
    </dialog>
  )
}
