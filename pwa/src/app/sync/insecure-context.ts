import { showToast } from '../../shared/toasts.ts'
import { getTranslator } from '../../shared/i18n/get-translator.ts'

const WARNED_KEY = 'tsedra.insecureTold'

/**
 * Shows a toast, once per tab, on a page opened over plain http: outside a secure context (https or localhost) browsers
 * have no service worker, so the shop does not work offline. Ordering works.
 */
export function warnInsecureContext(): void {
  if (isSecureContext || wasAlreadyWarned()) return
  const t = getTranslator()
  showToast({ kind: 'bad', title: t('insecure.title'), text: t('insecure.text') })
}

function wasAlreadyWarned(): boolean {
  try {
    const isWarned = sessionStorage.getItem(WARNED_KEY) !== null
    sessionStorage.setItem(WARNED_KEY, '1')
    return isWarned
  } catch {
    return false
  }
}
