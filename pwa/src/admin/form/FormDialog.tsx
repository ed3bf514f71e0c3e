import { type ReactNode, useEffect, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/network.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Confirm } from '../Confirm.tsx'
import { useWrongTabs } from './TextsFields.tsx'

interface Props {
  title: string
  busy: boolean
  /** Above the fields: what happened meanwhile. */
  remark?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/**
 * A form over the panel, inside react-hook-form's FormProvider. What was typed is not thrown away without asking, also when
 * the tab is closed; without a network it stays and cannot be saved.
 */
export function FormDialog({ title, busy, remark, onSubmit, onClose, children }: Props) {
  const t = useTranslations('admin.form')
  const online = useOnline()
  const [asking, setAsking] = useState(false)
  const { isDirty, errors } = useFormState()
  const wrongTabs = useWrongTabs()
  const isWrong = Object.keys(errors).length > 0

  useEffect(() => {
    if (!isDirty) return
    const keep = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', keep)
    return () => removeEventListener('beforeunload', keep)
  }, [isDirty])

  const leave = () => (isDirty ? setAsking(true) : onClose())
  return (
    <Dialog title={title} className="dialog--wide" onClose={leave} bare>
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React hands events on through portals and dialogs: one of a dialog above is not ours.
          if (event.target === event.currentTarget) onSubmit()
        }}
      >
        <div className="dialog__body">
          {remark}
          <fieldset className="pform" disabled={busy}>
            {children}
          </fieldset>
        </div>
        <div className="dialog__foot">
          <div className="dialog__acts">
            <p className="field__err" role="status">
              {!online && (
                <>
                  <Icon name="cloud-off" />
                  {t('offline')}
                </>
              )}
              {online && isWrong && (
                <>
                  <Icon name="circle-alert" />
                  {wrongTabs.length > 0
                    ? t('incomplete', { languages: wrongTabs.map((each) => each.toUpperCase()).join(', ') })
                    : t('wrongFields')}
                </>
              )}
            </p>
            <button type="button" className="btn btn--quiet" onClick={leave}>
              {t('cancel')}
            </button>
            <button type="submit" className="btn btn--primary" disabled={busy || !online} aria-busy={busy}>
              {busy && <span className="spin" aria-hidden="true" />}
              {t('save')}
            </button>
          </div>
        </div>
      </form>
      {asking && (
        <Confirm title={t('unsaved')} action={t('discard')} onConfirm={onClose} onClose={() => setAsking(false)}>
          <p>{t('unsavedText')}</p>
        </Confirm>
      )}
    </Dialog>
  )
}
