import { useTranslations } from 'use-intl'
import { showToast } from './toasts.ts'

/** Returns a function that shows a toast for a chunk that failed to load; the user's next attempt fetches it again. */
export function useLoadFailureToast(): () => void {
  const t = useTranslations('error')
  return () => showToast({ title: t('title'), text: t('network'), kind: 'bad' })
}
