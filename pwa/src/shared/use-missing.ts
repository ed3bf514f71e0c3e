import { useTranslations } from 'use-intl'
import { notify } from './notices.ts'

/** Says that a part of the page did not arrive; the next touch asks for it again. */
export function useMissing(): () => void {
  const t = useTranslations('error')
  return () => notify({ title: t('title'), text: t('network'), kind: 'bad' })
}
