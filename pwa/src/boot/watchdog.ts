import { brand } from '@tsedra/contract/brand'
import { type Language, parseLanguage } from '@tsedra/contract/language'

/** Milliseconds after which a page that shows nothing is taken for one that never will. */
const BLANK_PAGE_TIMEOUT_MS = 8_000

/** Here and not among the other texts: those come with the script that may be missing. */
const texts: Record<Language, { text: string; retryLabel: string }> = {
  ua: { text: 'Сторінка не відкрилася. Зателефонуйте нам або спробуйте ще раз.', retryLabel: 'Оновити' },
  ru: { text: 'Страница не открылась. Позвоните нам или попробуйте ещё раз.', retryLabel: 'Обновить' },
  en: { text: 'The page did not open. Call us or try again.', retryLabel: 'Reload' },
}

/** A white page says what to do: parts of a kept shell may have been deleted, or a script failed. */
export function startWatchdog(): void {
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && showStartFailure(), true)
  setTimeout(showStartFailure, BLANK_PAGE_TIMEOUT_MS)
}

/** A picture alone is no page. React takes the place of what stands in the root, should it come after all. */
export function showStartFailure(): void {
  const root = document.getElementById('root')
  if (!root || root.querySelector(':scope > :not(.first)')) return
  root.replaceChildren()
  const { text, retryLabel } = texts[parseLanguage(document.documentElement.lang) ?? 'ua']
  const box = appendElement(root, 'div', 'empty')
  box.setAttribute('role', 'alert')
  appendElement(box, 'p').textContent = text
  const phone = appendElement(box, 'a', 'btn btn--primary') as HTMLAnchorElement
  phone.href = `tel:${brand.phone.replaceAll(' ', '')}`
  phone.textContent = brand.phone
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
