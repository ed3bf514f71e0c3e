import { copyToClipboard } from '../shared/copy-to-clipboard.ts'
import { showToast } from '../shared/toasts.ts'
import { getLanguage } from '../shared/i18n/language.ts'
import { addLanguage } from '../shared/i18n/language-address.ts'

/**
 * Opens the system's share sheet, or copies the link where there is none. The link contains the current language
 * (infra/decisions/0032-page-html.md).
 */
export async function shareProduct(title: string, copiedMessage: string): Promise<void> {
  const url = location.origin + addLanguage(location.pathname, getLanguage())
  try {
    if (navigator.share) await navigator.share({ title, url })
    else if (await copyToClipboard(url)) showToast({ title: copiedMessage, text: url })
  } catch (error) {
    // The user closed the sheet, or the clipboard is denied; the address bar shows the link.
    if (!(error instanceof DOMException)) throw error
  }
}
