import { expect } from '@playwright/test'

/** What the journey needs of a browser: pages of Playwright and of Puppeteer have it under other types. */
export interface KeyboardBrowser {
  press: (key: 'Tab' | 'Enter' | 'ArrowDown' | 'End') => Promise<void>
  type: (text: string) => Promise<void>
  evaluate: <Result>(read: () => Result) => Promise<Result>
}

/** More controls than any screen has. */
const MAX_TABS = 200

/** Name of the focused control, and in brackets the kind of input that a form expects there. */
function readFocusedControl(): string {
  const { activeElement: element } = document
  if (!element) return ''
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
  const name = element.getAttribute('aria-label') ?? label ?? element.textContent ?? ''
  const kind = element.getAttribute('autocomplete') ?? element.getAttribute('type') ?? ''
  return `${name.replace(/\s+/g, ' ').trim()} [${kind}]`
}

/** Presses Tab until the control has the focus. */
export async function tabTo({ press, evaluate }: KeyboardBrowser, control: RegExp): Promise<void> {
  const passed: string[] = []
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    await press('Tab')
    const focused = await evaluate(readFocusedControl)
    if (control.test(focused)) return
    passed.push(focused)
  }
  throw new Error(`Tab does not reach ${control}: ${passed.slice(0, 60).join(' | ')}`)
}

const expectHeading = ({ evaluate }: KeyboardBrowser, heading: RegExp): Promise<void> =>
  expect.poll(() => evaluate(() => document.querySelector('main h1')?.textContent ?? '')).toMatch(heading)

const expectOrderForm = ({ evaluate }: KeyboardBrowser): Promise<void> =>
  expect.poll(() => evaluate(() => document.querySelector('dialog[open] input[type="tel"]') !== null)).toBe(true)

interface Journey {
  texts: Record<'search' | 'product' | 'order' | 'saved' | 'edit' | 'cancel' | 'withdrawn', RegExp>
  phoneNumber: string
  disconnect: () => Promise<void>
  /** Called on each screen of the journey. */
  check: (screen: string) => Promise<void>
}

/** From the home page by keys alone: suggestion, product, order without a network, edit, cancel. */
export async function walkByKeyboard(browser: KeyboardBrowser, journey: Journey): Promise<void> {
  const { texts, check } = journey
  const { press, type, evaluate } = browser
  const submitForm = async () => {
    await tabTo(browser, /\[submit\]/)
    await press('Enter')
  }

  await tabTo(browser, texts.search)
  await type('лимонні')
  await expect.poll(() => evaluate(() => document.querySelector('[role="option"]')?.textContent ?? '')).not.toBe('')
  await press('ArrowDown')
  await check('suggestions')
  await press('Enter')
  await expectHeading(browser, texts.product)
  await check('product')

  await tabTo(browser, texts.order)
  await press('Enter')
  await expectOrderForm(browser)
  await check('order form')
  await tabTo(browser, /\[name\]/)
  await type('Олена')
  await tabTo(browser, /\[tel\]/)
  await type(journey.phoneNumber)
  await journey.disconnect()
  await submitForm()
  await expectHeading(browser, texts.saved)
  await check('saved order')

  const firstPath = await evaluate(() => location.pathname)
  await tabTo(browser, texts.edit)
  await press('Enter')
  await expectOrderForm(browser)
  await tabTo(browser, /\[name\]/)
  await press('End')
  await type(' Барвінок')
  await check('edit form')
  await submitForm()
  await expect.poll(() => evaluate(() => location.pathname)).not.toBe(firstPath)
  await expectHeading(browser, texts.saved)

  await tabTo(browser, texts.cancel)
  await press('Enter')
  await expectHeading(browser, texts.withdrawn)
  await check('withdrawn order')
}
