import { useLayoutEffect, useRef, useState } from 'react'

const CENTRE: readonly number[] = [0.5, 0.5]

/** State of a track of pictures: the shown one, whether it is enlarged, and functions that scroll and zoom. */
export function useZoomTrack(initialIndex: number) {
  const track = useRef<HTMLDivElement>(null)
  const [shownIndex, setShownIndex] = useState(initialIndex)
  const [isZoomed, setIsZoomed] = useState(false)
  /** The point to centre when zooming, as fractions of the picture. */
  const focusPoint = useRef(CENTRE)

  useLayoutEffect(() => scrollTrack(track.current, initialIndex, 'instant'), [initialIndex])

  useLayoutEffect(() => {
    const item = track.current?.children[shownIndex]
    const [x = 0, y = 0] = focusPoint.current
    if (item && isZoomed)
      item.scrollTo(x * item.scrollWidth - item.clientWidth / 2, y * item.scrollHeight - item.clientHeight / 2)
  }, [isZoomed, shownIndex])

  return {
    track,
    shownIndex,
    isZoomed,
    setZoom: (zoomed: boolean, point = CENTRE): void => {
      focusPoint.current = point
      setIsZoomed(zoomed)
    },
    scrollToPicture: (index: number): void => {
      const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
      scrollTrack(track.current, index, prefersReducedMotion ? 'instant' : 'smooth')
    },
    pan: (left: number, top: number): void => {
      track.current?.children[shownIndex]?.scrollBy({ left, top, behavior: 'instant' })
    },
    onScroll: (): void => {
      const { current } = track
      const index = current ? Math.round(current.scrollLeft / current.clientWidth) : shownIndex
      if (index === shownIndex) return
      setShownIndex(index)
      setIsZoomed(false)
    },
  }
}

function scrollTrack(track: HTMLElement | null, index: number, behavior: ScrollBehavior): void {
  track?.scrollTo({ left: index * track.clientWidth, behavior })
}
