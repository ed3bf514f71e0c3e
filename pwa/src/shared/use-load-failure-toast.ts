import { useTranslations } from 'use-intl'
import { showToast } from './toasts.ts'

/** Says that a part of the page did not arrive; the next touch asks for it again. */
export function useLoadFailureToast(): () => void {
  const t = useTranslations('error')
  return () => showToast({ title: t('title'), text: t('network'), kind: 'bad' })
}
