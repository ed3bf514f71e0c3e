import type { Locator } from '@playwright/test'

/** Returns the families of the fonts that an element's text is drawn in, as the browser's inspector shows them. */
export async function readDrawnFonts(element: Locator): Promise<string[]> {
  const page = element.page()
  await element.evaluate(async (node) => {
    await document.fonts.ready
    Object.assign(globalThis, { inspected: node })
  })
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  await session.send('DOM.getDocument')
  const { result } = await session.send('Runtime.evaluate', { expression: 'inspected' })
  const { nodeId } = await session.send('DOM.requestNode', { objectId: result.objectId ?? '' })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.map(({ familyName, isCustomFont }) => (isCustomFont ? familyName : `${familyName} of the system`))
}
