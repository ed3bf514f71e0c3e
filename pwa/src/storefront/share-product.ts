import { defaultLanguage } from '@tsedra/contract/language'
import { copy } from '../shared/copy.ts'
import { notify } from '../shared/notices.ts'
import { currentLanguage } from '../shared/i18n/language.ts'

/**
 * The system's share sheet where there is one, else the link goes to the clipboard. It names the language that is spoken
 * (infra/decisions/0032-page-html.md).
 */
export async function shareProduct(title: string, copied: string): Promise<void> {
  const language = currentLanguage()
  const url = location.origin + location.pathname + (language === defaultLanguage ? '' : `?lang=${language}`)
  try {
    if (navigator.share) await navigator.share({ title, url })
    else if (await copy(url)) notify({ title: copied, text: url })
  } catch (error) {
    // Whoever closes the sheet has changed their mind; without a clipboard the address stands in the bar.
    if (!(error instanceof DOMException)) throw error
  }
}
