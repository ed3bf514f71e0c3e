import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { throttling } from 'lighthouse/core/config/constants.js'
import { writeFileSync } from 'node:fs'
const [url, paths, n = '1', rate = '1'] = process.argv.slice(2)
for (const path of paths!.split(',')) for (let i = 0; i < Number(n); i++) {
  const chrome = await launch({ chromePath: '/usr/bin/chromium', chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking', ...(process.env['FLAGS'] ?? '').split(' ').filter(Boolean)] })
  const r = await lighthouse(url + path, { port: chrome.port, onlyCategories: ['performance'], logLevel: 'silent', throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: Number(rate) } }).finally(() => chrome.kill())
  const { lhr, artifacts } = r!
  console.log(path, 'TBT', lhr.audits['total-blocking-time']?.numericValue, 'LCP', lhr.audits['largest-contentful-paint']?.numericValue, 'index', lhr.environment.benchmarkIndex, JSON.stringify((lhr.audits['mainthread-work-breakdown']?.details as any)?.items.map((x: any) => x.groupLabel + ' ' + Math.round(x.duration))))
  const trace = (artifacts as any).Trace ?? (artifacts as any).traces?.defaultPass
  writeFileSync('/tmp/trace.json', JSON.stringify(trace))
  const ev: any[] = trace.traceEvents
  // main thread of the renderer that navigates
  const nav = ev.filter((e) => e.name === 'navigationStart' && e.args?.data?.documentLoaderURL?.startsWith(url)).at(-1)
  const main = ev.filter((e) => e.pid === nav.pid && e.tid === nav.tid && e.ph === 'X').sort((a, b) => a.ts - b.ts || b.dur - a.dur)
  const tasks = main.filter((e) => e.name === 'RunTask' && e.ts >= nav.ts && e.dur > 10_000)
  for (const t of tasks) {
    const inside = main.filter((e) => e !== t && e.ts >= t.ts && e.ts + e.dur <= t.ts + t.dur)
    const self = new Map<string, number>()
    // self times via a stack
    const stack: any[] = []
    for (const e of inside) {
      while (stack.length && stack.at(-1).ts + stack.at(-1).dur <= e.ts) stack.pop()
      const key = e.name + (e.args?.data?.url ? ' ' + String(e.args.data.url).split('/').pop()!.slice(0, 20) : '')
      e.__key = key
      self.set(key, (self.get(key) ?? 0) + e.dur)
      if (stack.length) self.set(stack.at(-1).__key, self.get(stack.at(-1).__key)! - e.dur)
      stack.push(e)
    }
    const top = [...self].sort((a, b) => b[1] - a[1]).slice(0, 6).filter(([, d]) => d > 1000).map(([k, d]) => `${k} ${(d / 1000).toFixed(0)}`)
    console.log(`  ${((t.ts - nav.ts) / 1000).toFixed(0)} +${(t.dur / 1000).toFixed(0)} cpu ${((t.tdur ?? 0) / 1000).toFixed(0)}: ${top.join(', ')}`)
  }
}
