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

/** Shows an error with phone number and reload button above the content of the HTML, unless React has rendered, which replaces both. */
export function showStartFailure(): void {
  const root = document.getElementById('root')
  if (!root || root.querySelector(':scope > :not(.first)')) return
  // Its headlines wait for a font that may not come.
  root.querySelector('.first')?.classList.remove('first')
  const { text, retryLabel } = texts[parseLanguage(document.documentElement.lang) ?? 'ua']
  const box = appendElement(root, 'div', 'empty')
  root.prepend(box)
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
