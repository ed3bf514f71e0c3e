import { notify } from '../../shared/notices.ts'
import { translator } from '../../shared/i18n/translator.ts'

const KEY = 'tsedra.insecureTold'

/**
 * Tells, once per tab, what a page opened over plain http cannot do: browsers have no service worker, and so no shop without
 * a network, outside of a secure context (https, or localhost). Ordering works.
 */
export function tellInsecure(): void {
  if (isSecureContext || wasTold()) return
  const t = translator()
  notify({ kind: 'bad', title: t('insecure.title'), text: t('insecure.text') })
}

function wasTold(): boolean {
  try {
    const told = sessionStorage.getItem(KEY) !== null
    sessionStorage.setItem(KEY, '1')
    return told
  } catch {
    return false
  }
}
