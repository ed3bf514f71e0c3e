import type { Point } from './watch-hold.ts'

/** Diameter of the light relative to the shorter side of its surface. */
const RELATIVE_DIAMETER = 1.2

/** Moves the light of an element by CSS variables, once per frame; with reduced motion it stays in the middle. */
export function moveLight(light: HTMLElement) {
  let frame = 0

  /** @param x pixels from the middle */
  function place(x: number, y: number, diameter: number): void {
    light.style.setProperty('--light-x', `${x}px`)
    light.style.setProperty('--light-y', `${y}px`)
    light.style.setProperty('--lamp', `${diameter}px`)
    // The slice that the light shines through, in the rendition that is on the screen.
    const picture = light.parentElement?.querySelector('img')?.currentSrc
    light.style.setProperty('--slice-mask', picture ? `url("${picture}")` : 'none')
  }

  /** Places the light at a point, by default in the middle. */
  function placeAt(point: Point | undefined): void {
    const { clientWidth: width = 0, clientHeight: height = 0 } = light.parentElement ?? {}
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    const { x, y } = prefersReducedMotion || !point ? { x: width / 2, y: height / 2 } : point
    place(x - width / 2, y - height / 2, RELATIVE_DIAMETER * Math.min(width, height))
  }

  return {
    follow(point: Point): void {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => placeAt(point))
    },
    centre: (): void => placeAt(undefined),
    stop: (): void => cancelAnimationFrame(frame),
  }
}
