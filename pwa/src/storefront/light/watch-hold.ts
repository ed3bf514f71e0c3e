/** Milliseconds after which a press is a hold. */
const HOLD_MS = 150
/** Pixels by which a pointer may move before that; more is a swipe. */
const SLOP_PX = 10
/** Milliseconds up to which a released hold still clicks: slow taps open the zoom too. */
const SLOW_TAP_MS = 400

/** Position in pixels from the surface's upper left corner. */
export interface Point {
  x: number
  y: number
}

interface HoldHandlers {
  onStart: (point: Point) => void
  onMove: (point: Point) => void
  onEnd: () => void
}

interface Press {
  pointerId: number
  x: number
  y: number
  startedAt: number
  isHeld: boolean
}

/**
 * Calls the handlers when a pointer is held on a surface, except on its controls marked `data-no-hold`. Until then
 * scrolling, swiping and tapping work as without it; a hold suppresses them.
 *
 * @returns removes the listeners
 */
export function watchHold(surface: HTMLElement, { onStart, onMove, onEnd }: HoldHandlers): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  let press: Press | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isNextClickIgnored = false

  const toPoint = ({ x, y }: { x: number; y: number }): Point => {
    const { left, top } = surface.getBoundingClientRect()
    return { x: x - left, y: y - top }
  }

  function endPress(): void {
    clearTimeout(timer)
    if (press?.isHeld) onEnd()
    press = undefined
  }

  function startPress({ pointerId, x, y, timeStamp, button, target }: PointerEvent): void {
    const isSecondPointer = press !== undefined
    endPress()
    isNextClickIgnored = false
    if (isSecondPointer || button !== 0 || (target instanceof Element && target.closest('[data-no-hold]'))) return
    const started: Press = { pointerId, x, y, startedAt: timeStamp, isHeld: false }
    press = started
    timer = setTimeout(() => {
      started.isHeld = true
      onStart(toPoint(started))
    }, HOLD_MS)
  }

  function movePress({ pointerId, x, y, timeStamp }: PointerEvent): void {
    if (!press || press.pointerId !== pointerId) return
    // A busy page handles the moves of a swipe after the timer.
    const isEarly = !press.isHeld || timeStamp - press.startedAt < HOLD_MS
    if (isEarly && Math.hypot(x - press.x, y - press.y) > SLOP_PX) endPress()
    else if (press.isHeld) onMove(toPoint({ x, y }))
  }

  function releasePress({ pointerId, timeStamp }: PointerEvent): void {
    if (!press || press.pointerId !== pointerId) return
    isNextClickIgnored = press.isHeld && timeStamp - press.startedAt > SLOW_TAP_MS
    endPress()
  }

  function ignoreClick(event: MouseEvent): void {
    // A hold that is released elsewhere causes no click; the next one may be of the keyboard (`detail` 0).
    if (!isNextClickIgnored || event.detail === 0) return
    isNextClickIgnored = false
    event.preventDefault()
    event.stopPropagation()
  }

  const preventWhileHeld = (event: Event) => {
    if (press?.isHeld) event.preventDefault()
  }

  surface.addEventListener('pointerdown', startPress, { signal })
  surface.addEventListener('click', ignoreClick, { signal, capture: true })
  // Scrolling starts with the first move, and a long press opens a menu.
  surface.addEventListener('touchmove', preventWhileHeld, { signal, passive: false })
  surface.addEventListener('contextmenu', preventWhileHeld, { signal })
  // The zoom pans by mouse moves.
  surface.addEventListener('pointermove', (event) => press?.isHeld && event.stopPropagation(), { signal })
  addEventListener('pointermove', movePress, { signal, capture: true })
  addEventListener('pointerup', releasePress, { signal, capture: true })
  addEventListener('pointercancel', endPress, { signal, capture: true })
  addEventListener('blur', endPress, { signal })
  return () => {
    endPress()
    listeners.abort()
  }
}
