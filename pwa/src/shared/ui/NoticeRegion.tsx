import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Icon } from './Icon.tsx'
import { dismissNotice, type Notice, useNotice, useNoticePlace } from '../notices.ts'

const SHOWN_MS = 5_000
/** Pixels to the right after which a swipe dismisses. */
const SWIPE_PX = 50

/** The one place where notices appear: above everything, five seconds, F8 brings the focus to it. */
export function NoticeRegion() {
  const t = useTranslations('notice')
  const notice = useNotice()
  const place = useNoticePlace()
  const region = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'F8' && region.current?.focus()
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  useEffect(() => {
    const element = region.current
    // A dialog that closes with the notice takes it along; it is shown once its place is known to be gone.
    if (!notice || !element?.isConnected) return
    element.showPopover()
    return () => element.hidePopover()
  }, [notice, place])

  const here = (
    <div ref={region} className="notices" popover="manual" role="region" aria-label={t('region')} tabIndex={-1}>
      {notice && <NoticeCard key={notice.id} notice={notice} />}
    </div>
  )
  return place ? createPortal(here, place) : here
}

function NoticeCard({ notice: { title, text, kind, action } }: { notice: Notice }) {
  const t = useTranslations('action')
  const [paused, setPaused] = useState(false)
  const [dragged, setDragged] = useState(0)
  const leftMs = useRef(SHOWN_MS)
  const from = useRef<number | undefined>(undefined)

  useEffect(() => {
    if (paused) return
    const since = performance.now()
    const timer = setTimeout(dismissNotice, leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current = Math.max(1_000, leftMs.current - (performance.now() - since))
    }
  }, [paused])

  const drag = {
    onPointerDown: ({ clientX }: PointerEvent) => {
      from.current = clientX
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      // Not already when it has come to be under a mouse that rests.
      setPaused(true)
      if (from.current !== undefined) setDragged(Math.max(0, clientX - from.current))
    },
    onPointerUp: () => {
      from.current = undefined
      if (dragged > SWIPE_PX) dismissNotice()
      else setDragged(0)
    },
    onPointerCancel: () => {
      from.current = undefined
      setDragged(0)
    },
  }

  return (
    <div
      className={`toast ${kind === 'bad' ? 'toast--bad' : ''} ${paused ? 'is-paused' : ''}`}
      role={kind === 'bad' ? 'alert' : 'status'}
      style={dragged ? { translate: `${dragged}px 0` } : undefined}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      {...drag}
    >
      <Icon name={kind === 'bad' ? 'circle-alert' : 'circle-check'} />
      <span>
        <b>{title}</b>
        {text && <p>{text}</p>}
      </span>
      {action ? (
        <button
          type="button"
          className="btn btn--sm"
          onClick={() => {
            action.run()
            dismissNotice()
          }}
        >
          {action.label}
        </button>
      ) : (
        <span />
      )}
      <button type="button" className="ibtn ibtn--sm" aria-label={t('close')} onClick={dismissNotice}>
        <Icon name="x" />
      </button>
    </div>
  )
}
