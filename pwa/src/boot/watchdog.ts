import { type Language, parseLanguage } from '@tsedra/contract/language'
import { readLocal } from '../shared/local-storage.ts'

/** Time after which a blank page counts as failed, in ms. */
const BLANK_PAGE_TIMEOUT_MS = 8_000

/** Not in the locale files: these load with the script, which may have failed. */
const texts: Record<Language, { text: string; retryLabel: string }> = {
  ua: { text: 'Сторінка не відкрилася. Зателефонуйте нам або спробуйте ще раз.', retryLabel: 'Оновити' },
  ru: { text: 'Страница не открылась. Позвоните нам или попробуйте ещё раз.', retryLabel: 'Обновить' },
  en: { text: 'The page did not open. Call us or try again.', retryLabel: 'Reload' },
}

/** Shows the start failure when a script fails to load, or when the page stays blank. */
export function startWatchdog(): void {
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && showStartFailure(), true)
  setTimeout(showStartFailure, BLANK_PAGE_TIMEOUT_MS)
}

/** Shows an error with phone number and reload button, unless the page has more than its first picture; React replaces it. */
export function showStartFailure(): void {
  const root = document.getElementById('root')
  if (!root || root.querySelector(':scope > :not(.first)')) return
  root.replaceChildren()
  const { text, retryLabel } = texts[parseLanguage(document.documentElement.lang) ?? 'ua']
  const box = appendElement(root, 'div', 'empty')
  box.setAttribute('role', 'alert')
  appendElement(box, 'p').textContent = text
  const phone = appendElement(box, 'a', 'btn btn--primary') as HTMLAnchorElement
  // The stored page may have an older number than the last sync.
  const number = readLocal('phone') ?? document.querySelector<HTMLMetaElement>('[name="contact-phone"]')?.content ?? ''
  phone.href = `tel:${number.replaceAll(' ', '')}`
  phone.textContent = number
  const button = appendElement(box, 'button', 'btn btn--line')
  button.textContent = retryLabel
  button.addEventListener('click', () => location.reload())
}

function appendElement(parent: Element, name: string, className = ''): HTMLElement {
  const element = document.createElement(name)
  element.className = className
  parent.append(element)
  return element
}
