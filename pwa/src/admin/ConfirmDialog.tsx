import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../shared/ui/Dialog.tsx'

interface Props {
  title: ReactNode
  /** Names the affected entity and the consequences. */
  children: ReactNode
  confirmLabel: string
  /** Replaces “Cancel” where the action itself cancels something. */
  cancelLabel?: string | undefined
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
  /** A less destructive action beside the requested one. */
  alternative?: { label: string; onClick: () => void } | undefined
}

/** Confirms an action that cannot be undone. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel,
  busy = false,
  onConfirm,
  onClose,
  alternative,
}: Props) {
  const t = useTranslations('admin')
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <div className="confirm">
          <button type="button" className="btn btn--line" onClick={onClose}>
            {cancelLabel ?? t('cancel')}
          </button>
          {alternative && (
            <button type="button" className="btn btn--line" disabled={busy} onClick={alternative.onClick}>
              {alternative.label}
            </button>
          )}
          <button type="button" className="btn btn--danger" disabled={busy} aria-busy={busy} onClick={onConfirm}>
            {busy && <span className="spin" aria-hidden="true" />}
            {confirmLabel}
          </button>
        </div>
      }
    >
      {children}
    </Dialog>
  )
}
