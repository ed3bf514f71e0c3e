import type { MouseEvent } from 'react'

/** Name of the picture that moves from a card to the product page; shared with ui.css. */
const TRANSITION_NAME = 'product-picture'
/** The browser shows a still image of the old page until the new one is rendered, in ms at most. */
const RENDER_TIMEOUT_MS = 150
/** Two frames and some: a device that needs longer for the image of the old page opens pages without the animation, in ms. */
const MAX_CAPTURE_MS = 40
/** Animation frames stop during that time, so the new page is polled for, in ms. */
const POLL_INTERVAL_MS = 8

const findGalleryPicture = () => document.querySelector<HTMLImageElement>('#main .gallery__item img')

/** Set while the click is repeated, which opens the page. */
let isOpening = false
/** The last transition took too long to start. */
let isDeviceSlow = false

/**
 * Handles a plain click on a link of a product card: its picture moves to its place on the product page. Without support for
 * View Transitions, with reduced motion, or on a slow device, the link opens the page as usual. It is no hook: one that reads the location
 * would render every card again.
 */
export function openWithTransition(event: MouseEvent<HTMLAnchorElement>): void {
  const link = event.currentTarget
  const picture = link.closest('article')?.querySelector('img')
  if (isOpening || isDeviceSlow || !picture || !('startViewTransition' in document)) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return

  event.preventDefault()
  const formerGallery = findGalleryPicture()
  picture.style.viewTransitionName = TRANSITION_NAME
  const clickedAt = performance.now()
  const transition = document.startViewTransition(async () => {
    isDeviceSlow = performance.now() - clickedAt > MAX_CAPTURE_MS
    picture.style.viewTransitionName = ''
    isOpening = true
    link.click()
    isOpening = false
    const target = await waitForGallery(formerGallery)
    if (target) target.style.viewTransitionName = TRANSITION_NAME
  })
  const removeName = () => findGalleryPicture()?.style.removeProperty('view-transition-name')
  // A skipped transition, for example in a hidden tab, has opened the page too.
  transition.ready.catch(() => {})
  transition.finished.then(removeName, removeName)
}

/** Waits until the picture of the new page is loaded, for a limited time. */
async function waitForGallery(former: Element | null): Promise<HTMLImageElement | undefined> {
  const deadline = performance.now() + RENDER_TIMEOUT_MS
  for (;;) {
    const picture = findGalleryPicture()
    const isNew = picture && picture !== former
    if ((isNew && picture.complete) || performance.now() > deadline) return isNew ? picture : undefined
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
}
