import { chromium } from '@playwright/test'
for (let i = 0; i < 4; i++) {
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--headless=new'] })
const page = await browser.newPage()
await page.goto('data:text/html,<p>a')
console.log(await page.evaluate(() => { const r: any = {}; const t = (n: string, f: () => unknown) => { const a = performance.now(); f(); r[n] = +(performance.now() - a).toFixed(1) }
 t('dtf', () => Intl.DateTimeFormat().resolvedOptions().timeZone); t('dtf2', () => Intl.DateTimeFormat('uk-UA').resolvedOptions().timeZone); t('nf', () => new Intl.NumberFormat('uk-UA', { style: 'decimal' }).format(3)); t('pl', () => new Intl.PluralRules('uk-UA').select(3)); t('coll', () => 'a'.localeCompare('b', 'uk')); t('fmtToParts', () => new Intl.NumberFormat('uk-UA', {minimumFractionDigits: 2}).formatToParts(1250.5)); return r }))
await browser.close()
}
