import { type KeyboardEvent, type MouseEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useModal } from '../../shared/ui/use-modal.ts'
import { ProductPicture } from '../../catalogue/ProductPicture.tsx'
import '../../shared/ui/dialog.css'
import './zoom.css'

/** Milliseconds between two taps that belong together. */
const DOUBLE_MS = 400
/** Pixels that an arrow key moves an enlarged picture. */
const STEP = 80

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Props {
  pictures: (string | null)[]
  name: string
  /** The picture that was touched. */
  first: number
  onClose: () => void
}

/**
 * Pictures as large as they are. Fingers swipe, pinch and pan as everywhere in the browser; a double tap, the button, + and −
 * show twice the size, arrows go on to the next picture or about in an enlarged one.
 */
export function Zoom({ pictures, name, first, onClose }: Props) {
  const t = useTranslations()
  const dialog = useModal()
  const track = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(first)
  const [isLarge, setIsLarge] = useState(false)
  const tapped = useRef(0)
  /** Where the middle of what is looked at lies, as a share of the picture. */
  const middle = useRef([0.5, 0.5])

  const item = () => track.current?.children[shown]

  useLayoutEffect(() => {
    const { current } = track
    current?.scrollTo({ left: first * current.clientWidth, behavior: 'instant' })
  }, [first])

  useLayoutEffect(() => {
    const box = track.current?.children[shown]
    const [x = 0, y = 0] = middle.current
    if (box && isLarge)
      box.scrollTo(x * box.scrollWidth - box.clientWidth / 2, y * box.scrollHeight - box.clientHeight / 2)
  }, [isLarge, shown])

  function enlarge(large: boolean, at = [0.5, 0.5]): void {
    middle.current = at
    setIsLarge(large)
  }

  function show(place: number): void {
    const { current } = track
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    current?.scrollTo({ left: place * current.clientWidth, behavior: calm ? 'instant' : 'smooth' })
  }

  function onScroll(): void {
    const { current } = track
    const place = current ? Math.round(current.scrollLeft / current.clientWidth) : shown
    if (place === shown) return
    setShown(place)
    setIsLarge(false)
  }

  function onTap({ clientX, clientY, timeStamp, currentTarget }: MouseEvent<HTMLDivElement>): void {
    const isSecond = timeStamp - tapped.current < DOUBLE_MS
    tapped.current = isSecond ? 0 : timeStamp
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    if (isSecond) enlarge(!isLarge, [(clientX - left) / width, (clientY - top) / height])
  }

  /** A mouse drags; fingers scroll by themselves. */
  function onDrag({ pointerType, buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLDivElement>): void {
    if (pointerType === 'mouse' && buttons === 1) currentTarget.parentElement?.scrollBy(-movementX, -movementY)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const [x, y] = steps[event.key] ?? [0, 0]
    if (event.key === '+' || event.key === '=') enlarge(true)
    else if (event.key === '-') enlarge(false)
    else if (x === 0 && y === 0) return
    else if (isLarge) item()?.scrollBy({ left: x * STEP, top: y * STEP, behavior: 'instant' })
    else show(shown + x)
    event.preventDefault()
  }

  const button = (icon: 'chevron-left' | 'chevron-right', label: string, place: number) => (
    <button
      type="button"
      className="ibtn ibtn--solid"
      aria-label={label}
      disabled={place < 0 || place >= pictures.length}
      onClick={() => show(place)}
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
        {pictures.length > 1 && button('chevron-left', t('product.photo', { number: shown }), shown - 1)}
        <button
          type="button"
          className="ibtn ibtn--solid"
          aria-label={t('product.zoom')}
          aria-pressed={isLarge}
          onClick={() => enlarge(!isLarge)}
        >
          <Icon name={isLarge ? 'minus' : 'plus'} />
        </button>
        {pictures.length > 1 && button('chevron-right', t('product.photo', { number: shown + 2 }), shown + 1)}
        <button type="button" className="ibtn ibtn--solid" aria-label={t('action.close')} onClick={onClose}>
          <Icon name="x" />
        </button>
      </div>
      <div className="zoom__track" ref={track} onScroll={onScroll} role="group" aria-label={name} tabIndex={0}>
        {pictures.map((imageUrl, place) => (
          <div
            key={imageUrl}
            className={`zoom__item ${isLarge && place === shown ? 'is-large' : ''}`}
            // Beside the screen.
            inert={place !== shown}
            tabIndex={isLarge ? 0 : undefined}
          >
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys and a button do the same */}
            <div className="zoom__sheet" onClick={onTap} onPointerMove={onDrag}>
              <ProductPicture
                imageUrl={imageUrl}
                alt={place === 0 ? name : t('product.photo', { number: place + 1 })}
                sizes="200vw"
              />
            </div>
          </div>
        ))}
      </div>
      {pictures.length > 1 && (
        <p className="vh" role="status">
          {shown + 1} / {pictures.length}
        </p>
      )}
    </dialog>
  )
}
