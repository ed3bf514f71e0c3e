import { withTexts } from '../shared/i18n/language.ts'
import { Admin } from './Admin.tsx'

/** The panel, once every text that is spoken in it is there; and notices, as why somebody is led away is seen for 500 ms. */
export async function open(): Promise<typeof Admin> {
  const notices = import('../shared/ui/NoticeRegion.tsx')
  await Promise.all((['admin', 'orders', 'people'] as const).map((part) => withTexts(part, notices)))
  return Admin
}
