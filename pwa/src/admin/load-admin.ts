import { withMessages } from '../shared/i18n/language.ts'
import { Admin } from './Admin.tsx'

/** The panel, once every text that is spoken in it is there; and notices, as why somebody is led away is seen for 500 ms. */
export async function loadAdmin(): Promise<typeof Admin> {
  const toastRegion = import('../shared/ui/ToastRegion.tsx')
  await Promise.all((['admin', 'orders', 'accounts'] as const).map((namespace) => withMessages(namespace, toastRegion)))
  return Admin
}
