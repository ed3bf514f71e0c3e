import { chromium } from '@playwright/test'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--headless=new'] })
const page = await (await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true })).newPage()
await page.addInitScript(() => {
  const log: string[] = ((globalThis as any).__log = [])
  const at = () => Math.round(performance.now())
  new MutationObserver((list) => {
    const sum = new Map<string, number>()
    for (const m of list) {
      const el = m.target as HTMLElement
      const name = el.nodeName + '.' + (el.className?.toString?.() ?? '').slice(0, 30)
      const key = m.type === 'attributes' ? `attr ${m.attributeName} on ${name} = ${el.getAttribute?.(m.attributeName!)?.slice(0, 40)}` : m.type === 'childList' ? `child of ${name} +${[...m.addedNodes].map((n) => n.nodeName + '.' + ((n as HTMLElement).className ?? '') + ':' + ((n as HTMLElement).querySelectorAll?.('*').length ?? 0)).join(',').slice(0, 160)} -${m.removedNodes.length}` : m.type
      sum.set(key, (sum.get(key) ?? 0) + 1)
    }
    log.push(at() + '\n    ' + [...sum].map(([k, n]) => `${n}× ${k}`).slice(0, 30).join('\n    '))
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  document.fonts.addEventListener('loadingdone', (e: any) => log.push(at() + ' fonts ' + e.fontfaces.map((f: any) => f.family + ' ' + f.style + ' ' + f.unicodeRange.slice(0, 10)).join(', ')))
})
await page.goto('http://localhost:8080' + process.argv[2])
await page.waitForTimeout(3000)
console.log((await page.evaluate(() => (globalThis as any).__log)).join('\n'))
await browser.close()
