import { brand } from '@tsedra/contract/brand'
import { type Language, parseLanguage } from '@tsedra/contract/language'

/** Milliseconds after which a page that shows nothing is taken for one that never will. */
const PATIENCE_MS = 8_000

/** Here and not among the other texts: those come with the script that may be missing. */
const texts: Record<Language, { text: string; again: string }> = {
  ua: { text: 'Сторінка не відкрилася. Зателефонуйте нам або спробуйте ще раз.', again: 'Оновити' },
  ru: { text: 'Страница не открылась. Позвоните нам или попробуйте ещё раз.', again: 'Обновить' },
  en: { text: 'The page did not open. Call us or try again.', again: 'Reload' },
}

/** A white page says what to do: parts of a kept shell may have been deleted, or a script failed. */
export function watchTheStart(): void {
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && apologise(), true)
  setTimeout(apologise, PATIENCE_MS)
}

/** A picture alone is no page. React takes the place of what stands in the root, should it come after all. */
export function apologise(): void {
  const root = document.getElementById('root')
  if (!root || root.querySelector(':scope > :not(.first)')) return
  root.replaceChildren()
  const { text, again } = texts[parseLanguage(document.documentElement.lang) ?? 'ua']
  const box = add(root, 'div', 'empty')
  box.setAttribute('role', 'alert')
  add(box, 'p').textContent = text
  const phone = add(box, 'a', 'btn btn--primary') as HTMLAnchorElement
  phone.href = `tel:${brand.phone.replaceAll(' ', '')}`
  phone.textContent = brand.phone
  const button = add(box, 'button', 'btn btn--line')
  button.textContent = again
  button.addEventListener('click', () => location.reload())
}

function add(parent: Element, name: string, className = ''): HTMLElement {
  const element = document.createElement(name)
  element.className = className
  parent.append(element)
  return element
}
