import { withMessages } from '../shared/i18n/language.ts'
import { Admin } from './Admin.tsx'

/** Loads the admin area with its translations and the toasts: the toast before a redirect is shown for 500 ms only. */
export async function loadAdmin(): Promise<typeof Admin> {
  const toastRegion = import('../shared/ui/ToastRegion.tsx')
  await Promise.all((['admin', 'orders', 'accounts'] as const).map((namespace) => withMessages(namespace, toastRegion)))
  return Admin
}
