import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page, type TestDetails } from '@playwright/test'
import { productCards } from './harness/locators.ts'
import adminEn from '../src/shared/i18n/locales/admin.en.json' with { type: 'json' }
import adminRu from '../src/shared/i18n/locales/admin.ru.json' with { type: 'json' }
import adminUa from '../src/shared/i18n/locales/admin.ua.json' with { type: 'json' }
import en from '../src/shared/i18n/locales/en.json' with { type: 'json' }
import listEn from '../src/shared/i18n/locales/list.en.json' with { type: 'json' }
import listRu from '../src/shared/i18n/locales/list.ru.json' with { type: 'json' }
import listUa from '../src/shared/i18n/locales/list.ua.json' with { type: 'json' }
import ordersEn from '../src/shared/i18n/locales/orders.en.json' with { type: 'json' }
import ordersRu from '../src/shared/i18n/locales/orders.ru.json' with { type: 'json' }
import ordersUa from '../src/shared/i18n/locales/orders.ua.json' with { type: 'json' }
import searchEn from '../src/shared/i18n/locales/search.en.json' with { type: 'json' }
import searchRu from '../src/shared/i18n/locales/search.ru.json' with { type: 'json' }
import searchUa from '../src/shared/i18n/locales/search.ua.json' with { type: 'json' }
import accountsEn from '../src/shared/i18n/locales/accounts.en.json' with { type: 'json' }
import accountsRu from '../src/shared/i18n/locales/accounts.ru.json' with { type: 'json' }
import accountsUa from '../src/shared/i18n/locales/accounts.ua.json' with { type: 'json' }
import ru from '../src/shared/i18n/locales/ru.json' with { type: 'json' }
import ua from '../src/shared/i18n/locales/ua.json' with { type: 'json' }

export { expect }

export const messagesByLanguage = {
  ua: { ...ua, ...listUa, ...searchUa, ...ordersUa, ...accountsUa, ...adminUa },
  ru: { ...ru, ...listRu, ...searchRu, ...ordersRu, ...accountsRu, ...adminRu },
  en: { ...en, ...listEn, ...searchEn, ...ordersEn, ...accountsEn, ...adminEn },
}
export type Language = keyof typeof messagesByLanguage
export const languages = Object.keys(messagesByLanguage) as Language[]

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1440, height: 900 }
/** The narrowest screen that everything must fit on. */
const narrow = { width: 320, height: 700 }

/** All combinations: each language (each at its narrowest width too: `expectToFit`), theme and kind of screen. */
export const appearances = [
  { language: 'ua', theme: 'light', size: phone },
  { language: 'ru', theme: 'dark', size: desktop },
  { language: 'en', theme: 'dark', size: phone },
] as const

/** Whether everything is to be tried in all its variations (infra/local/test.ts). */
export const isThorough = process.env['THOROUGH'] === '1'

/**
 * Of tests that differ in a language, a look or one fault alone, the chosen ones run each time, and all of them when that is
 * requested (infra/decisions/0010-start-and-test-commands.md).
 */
export const thoroughUnless = (shouldRunAlways: boolean): TestDetails => (shouldRunAlways ? {} : { tag: '@thorough' })

/** The same within a test: only the first by default, all of them in a thorough run. */
export const selectVariations = <const T>(...values: readonly T[]): readonly T[] =>
  isThorough ? values : values.slice(0, 1)

export const shopUrl = (): string => process.env['SHOP_URL'] ?? ''

/** Texts are typeset with no-break spaces; people see them as spaces. */
export const exactText = (text: string): RegExp => new RegExp(`^\\s*${toPattern(text)}\\s*$`)

/** The same anywhere in a longer text. */
export const containingText = (text: string): RegExp => new RegExp(toPattern(text))

const toPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')

export interface VisitOptions {
  language?: Language
  theme?: 'light' | 'dark'
  size?: { width: number; height: number }
  /** Whether there is a service worker: it fetches the whole shop ahead, which `settled` waits for. */
  worker?: boolean
  /** Whether things move: drawing each step of it takes a fifth of the time of all journeys, so most do without. */
  motion?: boolean
}

/** Each test has its own client address, because orders and registrations per address are rate-limited. */
const randomAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`

/** What the browser complained about, and how far the page moved by itself. */
export interface VisitedPage {
  page: Page
  pageErrors: string[]
}

export const test = base.extend<{ visit: (options?: VisitOptions) => Promise<VisitedPage> }>({
  visit: async ({ browser }, provide) => {
    const contexts: { close(): Promise<void> }[] = []
    await provide(
      async ({ language = 'ua', theme = 'light', size = phone, worker = false, motion = isThorough } = {}) => {
        const context = await browser.newContext({
          baseURL: shopUrl(),
          viewport: size,
          colorScheme: theme,
          locale: 'uk-UA',
          reducedMotion: motion ? 'no-preference' : 'reduce',
          serviceWorkers: worker ? 'allow' : 'block',
          // Not by routing, which turns the browser's cache off: each page would fetch everything again.
          extraHTTPHeaders: { 'x-forwarded-for': randomAddress() },
        })
        contexts.push(context)
        await context.addInitScript((lang) => localStorage.setItem('tsedra.lang', lang), language)
        await context.addInitScript(recordLayoutShifts)
        const page = await context.newPage()
        const pageErrors: string[] = []
        page.on('console', (message) => {
          // The sign-in dialog first requests the current user: a guest receives 401.
          if (message.location().url.endsWith('/api/auth/user')) return
          const isOurs = worker || !message.text().startsWith('Service Worker registration blocked')
          if (isOurs && (message.type() === 'error' || message.type() === 'warning'))
            pageErrors.push(`${message.text()} ${message.location().url}`)
        })
        page.on('pageerror', (error) => pageErrors.push(error.message))
        waitForStartAfterLoads(page)
        return { page, pageErrors }
      },
    )
    for (const context of contexts) await context.close()
  },
})

/**
 * Lets `goto` and `reload` wait until the page's script has rendered: nothing in the content of the HTML responds to a test
 * before. Calls that name a state to wait for do not.
 */
function waitForStartAfterLoads(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const waitForStart = () => page.waitForFunction(() => !document.querySelector('[data-testid="first-paint"]'))
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (!options?.waitUntil) await waitForStart()
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (!options?.waitUntil) await waitForStart()
    return response
  }
}

declare global {
  interface Window {
    /** Layout shift without user input: its score and its first element. */
    shifts: string[]
    violations: string[]
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
}

function recordLayoutShifts(): void {
  window.shifts = []
  window.violations = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      const [first] = sources
      const movedNode = first?.node instanceof Element ? first.node.outerHTML.slice(0, 120) : first?.node?.textContent
      const [from, to] = [first?.previousRect, first?.currentRect].map((box) =>
        box ? `${box.x},${box.y},${box.width},${box.height}` : 'nowhere',
      )
      if (!hadRecentInput) window.shifts.push(`${value.toFixed(4)} from ${from} to ${to}: ${movedNode ?? ''}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    window.violations.push(`${violatedDirective} ${blockedURI}`)
  })
}

/** Nothing moved by itself, nothing sticks out to the side, here and on the narrowest screen; no policy was broken. */
export async function expectStable(page: Page, description: string): Promise<void> {
  const recorded = await page.evaluate(() => ({
    // Lighthouse's three digits: a font that is a hair narrower than its stand-in is no movement.
    shifts: window.shifts.filter((shift) => Number.parseFloat(shift) >= 0.0005),
    violations: window.violations,
  }))
  expect(recorded, description).toEqual({ shifts: [], violations: [] })
  await expectNoOverflow(page, description)
}

/** Nothing sticks out to the side, here and on the narrowest screen. */
export async function expectNoOverflow(page: Page, description: string): Promise<void> {
  expect(await findOverflow(page), description).toEqual([])
  const size = page.viewportSize()
  await page.setViewportSize(narrow)
  expect(await findOverflow(page), `${description}, ${narrow.width} wide`).toEqual([])
  if (size) await page.setViewportSize(size)
}

/** Where something that is seen ends, in pixels from the top of the screen. */
export async function getBottomEdge(locator: Locator): Promise<number> {
  const { y, height } = (await locator.boundingBox()) ?? { y: Number.NaN, height: 0 }
  return y + height
}

/** Elements of the page and its overlays that are wider than their container, by how many pixels, and pictures that their plate cuts off. */
const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    // By class: the box that this style lets scroll is measured.
    ...[document.documentElement, ...document.querySelectorAll('dialog[open], dialog[open] .dialog__body')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => `${element.tagName} ${element.className} by ${element.scrollWidth - element.clientWidth}`),
    // Some slices bleed off an edge; one at its natural size shows its transparent corner only.
    ...[...document.querySelectorAll<HTMLElement>('.plate')].flatMap((plate) =>
      [...plate.querySelectorAll('img')]
        .filter((image) => image.offsetHeight > 1.5 * plate.offsetHeight || image.offsetWidth > 1.5 * plate.offsetWidth)
        .map((image) => `picture ${image.offsetWidth} × ${image.offsetHeight} in ${plate.className}`),
    ),
  ])

/** Waits until what comes in by an animation has come. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A notice's time runs out by an animation too: that is longer than anything that moves.
    const shortAnimations = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 2000)
    await Promise.all(shortAnimations.map(({ finished }) => finished.catch(() => {})))
  })
}

/** Nothing for axe in what a selector finds, by default in the whole page. */
export async function expectAccessible(page: Page, description: string, selector = 'html'): Promise<void> {
  await waitForAnimations(page)
  // The shop has no frames, whose findings the other mode joins in a page of its own: that takes twice as long.
  const axe = new AxeBuilder({ page })
    .include(selector)
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
  const { violations } = await axe.analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    description,
  ).toEqual([])
}

/** Waits until the requests of a loaded page have ended; later requests of a tap are not covered. */
export async function waitForNetworkIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
}

/**
 * Waits until the fonts and every picture in sight have loaded. A lazy picture that its carousel clips is not in sight:
 * browsers need not load it before a user swipes.
 */
export async function waitForImages(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(async () => {
    const loading = [...document.images].filter((image) => !image.complete && image.getBoundingClientRect().width > 0)
    if (loading.length === 0) return true
    const entries = await new Promise<IntersectionObserverEntry[]>((resolve) => {
      const observer = new IntersectionObserver((observed) => {
        observer.disconnect()
        resolve(observed)
      })
      for (const image of loading) observer.observe(image)
    })
    return !entries.some(({ isIntersecting }) => isIntersecting)
  })
}

/** Toasts stay until the test closes them: on a slow machine their five seconds end before the assertion. */
export async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript((toastMs) => {
    const originalSetTimeout = window.setTimeout.bind(window)
    const patchedSetTimeout = (run: () => void, ms?: number): number =>
      ms === toastMs ? 0 : originalSetTimeout(run, ms)
    Object.assign(window, { setTimeout: patchedSetTimeout })
  }, 5_000)
}

/** Waits until the style sheets of the HTML are there: nothing is painted before. */
export async function waitForStyleSheets(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet),
  )
}

/** The loaded home page without animation, with its four cards. */
export async function openHome(page: Page): Promise<void> {
  await page.goto('/')
  await expect(productCards(page)).toHaveCount(4)
  await waitForNetworkIdle(page)
}

/** Waits until the shop opens without a network: its worker is at work, and the catalogue is kept. */
export async function waitForOfflineReady(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      navigator.serviceWorker.controller &&
      localStorage.getItem(`tsedra.snapshot.${localStorage.getItem('tsedra.lang')}`),
  )
  await waitForNetworkIdle(page)
}
