import type { StatusConflict } from '@tsedra/contract/admin-orders'
import { useTranslations } from 'use-intl'

/** Returns the sentence about a conflict: who was faster, and what the order is now. */
export function useConflictText(): (conflict: StatusConflict) => string {
  const t = useTranslations()
  return ({ status, actor, name }) =>
    t(`desk.overtaken.${name ? 'colleague' : actor}`, { status: t(`order.status.${status}`), name: name ?? '' })
}
