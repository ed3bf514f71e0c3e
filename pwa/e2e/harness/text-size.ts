import type { Page } from '@playwright/test'

/** The browser's default text size in CSS px. */
export const DEFAULT_TEXT_PX = 16

/** Sets the browser's text size, as its settings do: `rem` and `em` change, also in media queries; the zoom does not. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: (DEFAULT_TEXT_PX * percent) / 100 } })
}

/** Returns the preferences of a Firefox with this text size, for pages in the shop's languages. */
export const createTextSizePreferences = (percent: number): Record<string, number> =>
  Object.fromEntries(
    ['x-western', 'x-cyrillic', 'x-unicode'].map((script) => [
      `font.size.variable.${script}`,
      (DEFAULT_TEXT_PX * percent) / 100,
    ]),
  )

/**
 * Texts that are cut off or reach out of a box around them, in the open dialog or else in the page. Texts for screen
 * readers alone, boxes that scroll and clamped lines are left out.
 */
export const findClippedText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const TOLERANCE_PX = 1.5
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const found = new Set<string>()
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || !node.textContent?.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      // Outside the page: the link that skips the navigation, and the field that only robots see.
      if (bottom < -scrollY || right < 0) continue
      // A tight line box is lower than its glyphs.
      const inkPx = Number.parseFloat(getComputedStyle(parent).fontSize) * 0.35
      for (let box: Element | null = parent; box && box !== root.parentElement; box = box.parentElement) {
        const style = getComputedStyle(box)
        if (style.display === 'contents' || style.display === 'inline') continue
        if (style.clipPath !== 'none' || /auto|scroll/.test(style.overflowX)) break
        const edges = box.getBoundingClientRect()
        const isTooWide = left < edges.left - TOLERANCE_PX || right > edges.right + TOLERANCE_PX
        const isClamped = style.webkitLineClamp !== 'none'
        const isTooHigh = !isClamped && (top < edges.top - inkPx || bottom > edges.bottom + inkPx)
        if (isTooWide || isTooHigh) {
          const name = `${box.tagName.toLowerCase()}.${box.className}`
          found.add(`${isTooWide ? 'wider' : 'higher'} than ${name}: ${node.textContent.trim().slice(0, 40)}`)
          break
        }
        if (isClamped || style.position === 'fixed') break
      }
    }
    return [...found]
  })

/** The part of the screen's height that bars which stay on screen cover, from 0 to 1. */
export const measureBars = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const isInBar = (element: Element | null): boolean => {
      for (let box = element; box; box = box.parentElement) {
        if (/fixed|sticky/.test(getComputedStyle(box).position)) return true
      }
      return false
    }
    const rows = Array.from({ length: innerHeight }, (_, y) => isInBar(document.elementFromPoint(innerWidth / 2, y)))
    return rows.filter(Boolean).length / innerHeight
  })
