import { type ReactNode, useEffect, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/use-online.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { useInvalidTabs } from './TranslationFields.tsx'
import type { FormDraftControls } from './use-form-draft.ts'

interface Props {
  title: ReactNode
  busy: boolean
  /** Above the fields: the edit conflict. */
  banner?: ReactNode
  draft?: FormDraftControls
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/**
 * The dialog of a form, inside react-hook-form's FormProvider. Closing it or the tab with unsaved input needs
 * confirmation; offline the input stays and cannot be saved. A draft is restored or discarded first.
 */
export function FormDialog({ title, busy, banner, draft, onSubmit, onClose, children }: Props) {
  const t = useTranslations('admin.form')
  const isOnline = useOnline()
  const [isConfirming, setIsConfirming] = useState(false)
  const { isDirty, errors } = useFormState()
  const invalidTabs = useInvalidTabs()
  const isDraftOffered = draft?.offer !== undefined
  const hasErrors = Object.keys(errors).length > 0

  useEffect(() => {
    if (!isDirty) return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', preventUnload)
    return () => removeEventListener('beforeunload', preventUnload)
  }, [isDirty])

  const requestClose = () => (isDirty ? setIsConfirming(true) : onClose())
  return (
    <Dialog title={title} className="dialog--wide" onClose={requestClose} hasOwnBody>
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React events bubble through portals: ignores the submit of a dialog above.
          if (event.target === event.currentTarget) onSubmit()
        }}
      >
        <div className="dialog__body">
          {draft && <DraftOffer draft={draft} />}
          {banner}
          <fieldset className="entity-form" disabled={busy || isDraftOffered}>
            {children}
          </fieldset>
        </div>
        <div className="dialog__foot">
          <div className="dialog__actions">
            <p className="field__error" role="status">
              {!isOnline && (
                <>
                  <Icon name="cloud-off" />
                  {t('offline')}
                </>
              )}
              {isOnline && hasErrors && (
                <>
                  <Icon name="circle-alert" />
                  {invalidTabs.length > 0
                    ? t('incomplete', { languages: invalidTabs.map((language) => language.toUpperCase()).join(', ') })
                    : t('wrongFields')}
                </>
              )}
            </p>
            <button type="button" className="btn btn--quiet" onClick={requestClose}>
              {t('cancel')}
            </button>
            <button
              type="submit"
              className="btn btn--primary"
              disabled={busy || isDraftOffered || !isOnline}
              aria-busy={busy}
            >
              {busy && <span className="spin" aria-hidden="true" />}
              {t('save')}
            </button>
          </div>
        </div>
      </form>
      {isConfirming && (
        <ConfirmDialog
          title={t('unsaved')}
          confirmLabel={t('discard')}
          onConfirm={() => {
            draft?.discard()
            onClose()
          }}
          onClose={() => setIsConfirming(false)}
        >
          <p>{t('unsavedText')}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
