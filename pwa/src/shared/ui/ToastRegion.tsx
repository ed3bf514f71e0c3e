import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Icon } from './Icon.tsx'
import { dismissToast, type Toast, useToast, useToastHost } from '../toasts.ts'
import './toast.css'

const VISIBLE_MS = 5_000
/** Distance of a swipe to the right that dismisses a toast, in pixels. */
const SWIPE_PX = 50

/** The region that shows toasts for five seconds, over the page or in a dialog's slot; F8 moves the focus to it. */
export function ToastRegion() {
  const t = useTranslations('notice')
  const toast = useToast()
  const host = useToastHost()
  // A dialog's slot has a place for toasts; anything else is covered by the region in the top layer.
  const isPopover = !host || host instanceof HTMLDialogElement
  const region = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'F8' && region.current?.focus()
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])

  useEffect(() => {
    const element = region.current
    // A closing dialog removes the toast inside it; the toast is shown again once `host` has changed.
    if (!toast || !isPopover || !element?.isConnected) return
    element.showPopover()
    return () => element.hidePopover()
  }, [toast, host, isPopover])

  const content = (
    <div
      ref={region}
      className="toast-region"
      popover={isPopover ? 'manual' : undefined}
      hidden={!toast}
      role="region"
      aria-label={t('region')}
      tabIndex={-1}
    >
      {toast && <ToastCard key={toast.id} toast={toast} />}
    </div>
  )
  return host ? createPortal(content, host) : content
}

function ToastCard({ toast: { subject, title, text, kind, action } }: { toast: Toast }) {
  const t = useTranslations('action')
  const [isPaused, setIsPaused] = useState(false)
  const [dragOffset, setDragOffset] = useState(0)
  const remainingMs = useRef(VISIBLE_MS)
  const dragStart = useRef<number | undefined>(undefined)

  useEffect(() => {
    if (isPaused) return
    const startedAt = performance.now()
    const timer = setTimeout(dismissToast, remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current = Math.max(1_000, remainingMs.current - (performance.now() - startedAt))
    }
  }, [isPaused])

  const dragHandlers = {
    onPointerDown: ({ clientX }: PointerEvent) => {
      dragStart.current = clientX
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      // Not on pointerenter: the toast may appear under a mouse that does not move.
      setIsPaused(true)
      if (dragStart.current !== undefined) setDragOffset(Math.max(0, clientX - dragStart.current))
    },
    onPointerUp: () => {
      dragStart.current = undefined
      if (dragOffset > SWIPE_PX) dismissToast()
      else setDragOffset(0)
    },
    onPointerCancel: () => {
      dragStart.current = undefined
      setDragOffset(0)
    },
  }

  return (
    <div
      className={`toast ${kind === 'bad' ? 'toast--error' : ''} ${isPaused ? 'is-paused' : ''}`}
      role={kind === 'bad' ? 'alert' : 'status'}
      style={dragOffset ? { translate: `${dragOffset}px 0` } : undefined}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
      {...dragHandlers}
    >
      <Icon name={kind === 'bad' ? 'circle-alert' : 'circle-check'} />
      <div className="toast__text">
        {subject ? (
          <b className="toast__subject-line">
            <span className="toast__subject">{subject}</span> · {title}
          </b>
        ) : (
          <b>{title}</b>
        )}
        {text && <p>{text}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="btn btn--sm"
          onClick={() => {
            action.run()
            dismissToast()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="icon-btn icon-btn--sm" aria-label={t('close')} onClick={dismissToast}>
        <Icon name="x" />
      </button>
    </div>
  )
}
