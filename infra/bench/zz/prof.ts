import { chromium } from '@playwright/test'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--headless=new'] })
const agg = new Map<string, number>()
const N = 5
for (let i = 0; i < N; i++) {
const ctx = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true, serviceWorkers: 'block' })
const page = await ctx.newPage()
const cdp = await ctx.newCDPSession(page)
await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 100 }); await cdp.send('Profiler.start')
await page.goto('http://localhost:8080' + process.argv[2]); await page.locator('.card').first().waitFor()
const { profile } = await cdp.send('Profiler.stop')
const byId = new Map(profile.nodes.map((n) => [n.id, n]))
const parent = new Map<number, number>(); for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
const self = new Map<number, number>()
profile.samples!.forEach((id, k) => self.set(id, (self.get(id) ?? 0) + (profile.timeDeltas![k] ?? 0)))
// total below each top-level module frame's direct children
for (const [id, us] of self) {
  const path: string[] = []
  for (let at: number | undefined = id; at; at = parent.get(at)) { const c = byId.get(at)!.callFrame; path.unshift(`${c.functionName || 'anon'}@${c.url.split('/').pop()?.slice(0, 14)}:${c.lineNumber}:${c.columnNumber}`) }
  const key = path.slice(1, Number(process.argv[3] ?? 3)).join(' > ')
  agg.set(key, (agg.get(key) ?? 0) + us)
}
await ctx.close()
}
for (const [k, us] of [...agg].sort((a, b) => b[1] - a[1]).slice(0, Number(process.argv[4] ?? 40))) console.log((us / 1000 / N).toFixed(1), k)
await browser.close()
