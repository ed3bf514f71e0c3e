import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../shared/ui/Dialog.tsx'

interface Props {
  title: string
  /** What is about to happen, by name. */
  children: ReactNode
  action: string
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
  /** A milder way, beside the one that was asked for. */
  instead?: { label: string; run: () => void } | undefined
}

/** Asks before something that cannot be taken back. */
export function Confirm({ title, children, action, busy = false, onConfirm, onClose, instead }: Props) {
  const t = useTranslations('admin')
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <div className="confirm">
          <button type="button" className="btn btn--line" onClick={onClose}>
            {t('cancel')}
          </button>
          {instead && (
            <button type="button" className="btn btn--line" disabled={busy} onClick={instead.run}>
              {instead.label}
            </button>
          )}
          <button type="button" className="btn btn--danger" disabled={busy} aria-busy={busy} onClick={onConfirm}>
            {busy && <span className="spin" aria-hidden="true" />}
            {action}
          </button>
        </div>
      }
    >
      {children}
    </Dialog>
  )
}
