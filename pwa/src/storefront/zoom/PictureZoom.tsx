import { type KeyboardEvent, type MouseEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useModal } from '../../shared/ui/use-modal.ts'
import { ProductPicture } from '../../catalogue/ProductPicture.tsx'
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
  const t = useTranslations()
  const dialog = useModal()
  const track = useRef<HTMLDivElement>(null)
  const [shownIndex, setShownIndex] = useState(initialIndex)
  const [isZoomed, setIsZoomed] = useState(false)
  const lastTapAt = useRef(0)
  /** The point to centre when zooming, as fractions of the picture. */
  const focusPoint = useRef([0.5, 0.5])

  const getCurrentItem = () => track.current?.children[shownIndex]

  useLayoutEffect(() => {
    const { current } = track
    current?.scrollTo({ left: initialIndex * current.clientWidth, behavior: 'instant' })
  }, [initialIndex])

  useLayoutEffect(() => {
    const itemElement = track.current?.children[shownIndex]
    const [x = 0, y = 0] = focusPoint.current
    if (itemElement && isZoomed)
      itemElement.scrollTo(
        x * itemElement.scrollWidth - itemElement.clientWidth / 2,
        y * itemElement.scrollHeight - itemElement.clientHeight / 2,
      )
  }, [isZoomed, shownIndex])

  function setZoom(zoomed: boolean, point = [0.5, 0.5]): void {
    focusPoint.current = point
    setIsZoomed(zoomed)
  }

  function scrollToPicture(index: number): void {
    const { current } = track
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    current?.scrollTo({ left: index * current.clientWidth, behavior: prefersReducedMotion ? 'instant' : 'smooth' })
  }

  function onScroll(): void {
    const { current } = track
    const index = current ? Math.round(current.scrollLeft / current.clientWidth) : shownIndex
    if (index === shownIndex) return
    setShownIndex(index)
    setIsZoomed(false)
  }

  function onTap({ clientX, clientY, timeStamp, currentTarget }: MouseEvent<HTMLDivElement>): void {
    const isDoubleTap = timeStamp - lastTapAt.current < DOUBLE_TAP_MS
    lastTapAt.current = isDoubleTap ? 0 : timeStamp
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    if (isDoubleTap) setZoom(!isZoomed, [(clientX - left) / width, (clientY - top) / height])
  }

  /** Pans by mouse drag; touch scrolls natively. */
  function onDrag({ pointerType, buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLDivElement>): void {
    if (pointerType === 'mouse' && buttons === 1) currentTarget.parentElement?.scrollBy(-movementX, -movementY)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const [x, y] = arrowDirections[event.key] ?? [0, 0]
    if (event.key === '+' || event.key === '=') setZoom(true)
    else if (event.key === '-') setZoom(false)
    else if (x === 0 && y === 0) return
    else if (isZoomed) getCurrentItem()?.scrollBy({ left: x * PAN_STEP_PX, top: y * PAN_STEP_PX, behavior: 'instant' })
    else scrollToPicture(shownIndex + x)
    event.preventDefault()
  }

  const renderButton = (icon: 'chevron-left' | 'chevron-right', label: string, index: number) => (
    <button
      type="button"
      className="ibtn ibtn--solid"
      aria-label={label}
      disabled={index < 0 || index >= pictures.length}
      onClick={() => scrollToPicture(index)}
    >
      <Icon name={icon} />
    </button>
  )

  return (
    <dialog
      ref={dialog}
      className="zoom"
      aria-label={t('product.photos')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={onKeyDown}
    >
      <div className="zoom__bar">
        {pictures.length > 1 &&
          renderButton('chevron-left', t('product.photo', { number: shownIndex }), shownIndex - 1)}
        <button
          type="button"
          className="ibtn ibtn--solid"
          aria-label={t('product.zoom')}
          aria-pressed={isZoomed}
          onClick={() => setZoom(!isZoomed)}
        >
          <Icon name={isZoomed ? 'minus' : 'plus'} />
        </button>
        {pictures.length > 1 &&
          renderButton('chevron-right', t('product.photo', { number: shownIndex + 2 }), shownIndex + 1)}
        <button type="button" className="ibtn ibtn--solid" aria-label={t('action.close')} onClick={onClose}>
          <Icon name="x" />
        </button>
      </div>
      <div className="zoom__track" ref={track} onScroll={onScroll} role="group" aria-label={name} tabIndex={0}>
        {pictures.map((imageUrl, index) => (
          <div
            key={imageUrl}
            className={`zoom__item ${isZoomed && index === shownIndex ? 'is-large' : ''}`}
            // Outside the screen.
            inert={index !== shownIndex}
            tabIndex={isZoomed ? 0 : undefined}
          >
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys and a button do the same */}
            <div className="zoom__sheet" onClick={onTap} onPointerMove={onDrag}>
              <ProductPicture
                imageUrl={imageUrl}
                alt={index === 0 ? name : t('product.photo', { number: index + 1 })}
                sizes="200vw"
              />
            </div>
          </div>
        ))}
      </div>
      {pictures.length > 1 && (
        <p className="vh" role="status">
          {shownIndex + 1} / {pictures.length}
        </p>
      )}
    </dialog>
  )
}
