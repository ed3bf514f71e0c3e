import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/use-online.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import '../../shared/ui/note.css'

interface Props {
  onSubmit: () => void
  /** Label of the submit button. */
  submitLabel: string
  busy: boolean
  /** Shows the button as disabled (`aria-disabled`); a press still shows which fields are invalid. */
  isIncomplete?: boolean
  /** Below the button. */
  footer?: ReactNode
  children: ReactNode
}

/** The form of one step: scrolling fields above a fixed submit button. Offline it keeps the typed text and cannot submit. */
export function StepForm({ onSubmit, submitLabel, busy, isIncomplete = false, footer, children }: Props) {
  const online = useOnline()
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    // A child of this step has taken the focus already.
    if (form.current?.contains(document.activeElement)) return
    // Fields that the browser has autofilled are skipped.
    const fields = [...(form.current?.querySelectorAll('input') ?? [])]
    const firstEmpty = fields.find(({ value }) => !value) ?? fields[0]
    firstEmpty?.focus()
  }, [])

  return (
    <form
      ref={form}
      className="contents"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (online) onSubmit()
      }}
    >
      <div className="dialog__body">
        {children}
        <OfflineNote />
      </div>
      <div className="dialog__foot">
        <button
          type="submit"
          className="btn btn--primary btn--lg btn--full"
          disabled={busy || !online}
          aria-disabled={isIncomplete}
          aria-busy={busy}
        >
          {busy && <span className="spin" aria-hidden="true" />}
          {submitLabel}
        </button>
        {footer}
      </div>
    </form>
  )
}

/** Shows that signing in needs a network, while the device is offline. */
export function OfflineNote() {
  const t = useTranslations('signIn')
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="note note--warn">
          <Icon name="cloud-off" />
          <span>{t('offline')}</span>
        </p>
      )}
    </div>
  )
}
