import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useModal } from '../../shared/ui/use-modal.ts'
import { ProductPicture } from '../../catalogue/ProductPicture.tsx'
import { Light } from '../light/Light.tsx'
import { useZoomTrack } from './use-zoom-track.ts'
import '../../shared/ui/dialog.css'
import './zoom.css'

/** Maximum milliseconds between the two taps of a double tap. */
const DOUBLE_TAP_MS = 400
/** Pixels by which an arrow key pans an enlarged picture. */
const PAN_STEP_PX = 80

const arrowDirections: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type ZoomTrack = ReturnType<typeof useZoomTrack>

interface Props {
  pictures: (string | null)[]
  name: string
  /** Index of the picture that the user activated. */
  initialIndex: number
  onClose: () => void
}

/**
 * Full-screen pictures. Swiping, pinching and panning are the browser's own; a double tap, the button, + and − toggle twice
 * the size; arrow keys show the next picture or pan an enlarged one.
 */
export function PictureZoom({ pictures, name, initialIndex, onClose }: Props) {
  const t = useTranslations('product')
  const dialog = useModal()
  const zoomTrack = useZoomTrack(initialIndex)
  const { track, shownIndex, isZoomed, setZoom, onScroll } = zoomTrack
  const renderItem = (imageUrl: string | null, index: number) => (
    <div
      key={imageUrl}
      className={`zoom__item ${isZoomed && index === shownIndex ? 'is-large' : ''}`}
      // Outside the screen.
      inert={index !== shownIndex}
      tabIndex={isZoomed ? 0 : undefined}
    >
      <ZoomSheet onDoubleTap={(point) => setZoom(!isZoomed, point)}>
        <ProductPicture
          imageUrl={imageUrl}
          alt={index === 0 ? name : t('photo', { number: index + 1 })}
          sizes="200vw"
        />
        <Light imageUrl={imageUrl} />
      </ZoomSheet>
    </div>
  )
  return (
    <dialog
      ref={dialog}
      className="zoom"
      aria-label={t('photos')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => handleKeyDown(event, zoomTrack)}
    >
      <ZoomBar zoomTrack={zoomTrack} count={pictures.length} onClose={onClose} />
      <div className="zoom__track" ref={track} onScroll={onScroll} role="group" aria-label={name} tabIndex={0}>
        {pictures.map(renderItem)}
      </div>
      {pictures.length > 1 && (
        <p className="visually-hidden" role="status">
          {shownIndex + 1} / {pictures.length}
        </p>
      )}
    </dialog>
  )
}

function ZoomBar({ zoomTrack, count, onClose }: { zoomTrack: ZoomTrack; count: number; onClose: () => void }) {
  const t = useTranslations()
  const { shownIndex, isZoomed, setZoom, scrollToPicture } = zoomTrack
  const renderStep = (icon: 'chevron-left' | 'chevron-right', index: number) => (
    <button
      type="button"
      className="icon-btn icon-btn--solid"
      aria-label={t('product.photo', { number: index + 1 })}
      disabled={index < 0 || index >= count}
      onClick={() => scrollToPicture(index)}
    >
      <Icon name={icon} />
    </button>
  )
  return (
    <div className="zoom__bar">
      {count > 1 && renderStep('chevron-left', shownIndex - 1)}
      <button
        type="button"
        className="icon-btn icon-btn--solid"
        aria-label={t('product.zoom')}
        aria-pressed={isZoomed}
        onClick={() => setZoom(!isZoomed)}
      >
        <Icon name={isZoomed ? 'minus' : 'plus'} />
      </button>
      {count > 1 && renderStep('chevron-right', shownIndex + 1)}
      <button type="button" className="icon-btn icon-btn--solid" aria-label={t('action.close')} onClick={onClose}>
        <Icon name="x" />
      </button>
    </div>
  )
}

/** Detects double taps, and pans by mouse drag; touch scrolls natively. */
function ZoomSheet({ onDoubleTap, children }: { onDoubleTap: (point: number[]) => void; children: ReactNode }) {
  const lastTapAt = useRef(0)

  function onTap({ clientX, clientY, timeStamp, currentTarget }: MouseEvent<HTMLDivElement>): void {
    const isDoubleTap = timeStamp - lastTapAt.current < DOUBLE_TAP_MS
    lastTapAt.current = isDoubleTap ? 0 : timeStamp
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    if (isDoubleTap) onDoubleTap([(clientX - left) / width, (clientY - top) / height])
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys and a button do the same
    <div className="zoom__sheet" onClick={onTap} onPointerMove={panByMouse}>
      {children}
    </div>
  )
}

function panByMouse({ pointerType, buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLDivElement>): void {
  if (pointerType === 'mouse' && buttons === 1) currentTarget.parentElement?.scrollBy(-movementX, -movementY)
}

function handleKeyDown(event: KeyboardEvent, { isZoomed, shownIndex, setZoom, pan, scrollToPicture }: ZoomTrack): void {
  const [x, y] = arrowDirections[event.key] ?? [0, 0]
  if (event.key === '+' || event.key === '=') setZoom(true)
  else if (event.key === '-') setZoom(false)
  else if (x === 0 && y === 0) return
  else if (isZoomed) pan(x * PAN_STEP_PX, y * PAN_STEP_PX)
  else scrollToPicture(shownIndex + x)
  event.preventDefault()
}
