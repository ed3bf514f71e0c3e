import { useTranslations } from 'use-intl'
import { showToast } from '../shared/toasts.ts'

/**
 * Returns a function that runs a change of the outbox. When the phone cannot store it, for example because its storage is
 * full, nothing has changed: it notifies the customer and returns undefined.
 */
export function useStoreChange() {
  const t = useTranslations('outbox')
  return <T>(change: () => Promise<T>): Promise<T | undefined> =>
    change().catch(() => {
      showToast({ kind: 'bad', title: t('notStored') })
      return undefined
    })
}
