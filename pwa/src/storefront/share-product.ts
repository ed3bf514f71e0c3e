import { defaultLanguage } from '@tsedra/contract/language'
import { copyToClipboard } from '../shared/copy-to-clipboard.ts'
import { showToast } from '../shared/toasts.ts'
import { getLanguage } from '../shared/i18n/language.ts'

/**
 * The system's share sheet where there is one, else the link goes to the clipboard. It names the language that is spoken
 * (infra/decisions/0032-page-html.md).
 */
export async function shareProduct(title: string, copiedMessage: string): Promise<void> {
  const language = getLanguage()
  const url = location.origin + location.pathname + (language === defaultLanguage ? '' : `?lang=${language}`)
  try {
    if (navigator.share) await navigator.share({ title, url })
    else if (await copyToClipboard(url)) showToast({ title: copiedMessage, text: url })
  } catch (error) {
    // Whoever closes the sheet has changed their mind; without a clipboard the address stands in the bar.
    if (!(error instanceof DOMException)) throw error
  }
}
