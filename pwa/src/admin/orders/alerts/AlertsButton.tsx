import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AlertsDialog } from './AlertsDialog.tsx'

/** The button that opens the alerts of this device. */
export function AlertsButton({ className }: { className: string }) {
  const t = useTranslations('desk.alerts')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setIsOpen(true)}>
        {t('open')}
      </button>
      {isOpen && <AlertsDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
