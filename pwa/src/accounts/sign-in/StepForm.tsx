import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/use-online.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import '../../shared/ui/note.css'

interface Props {
  onSubmit: () => void
  /** What the button says. */
  submitLabel: string
  busy: boolean
  /** It looks as if it could not be pressed; pressed all the same, it says what is missing. */
  isIncomplete?: boolean
  /** Below the button. */
  footer?: ReactNode
  children: ReactNode
}

/** One step of the dialog: fields that scroll, and a button that stays below. Without a network what was typed waits. */
export function StepForm({ onSubmit, submitLabel, busy, isIncomplete = false, footer, children }: Props) {
  const online = useOnline()
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    // Something else comes first in this step.
    if (form.current?.contains(document.activeElement)) return
    // What the browser has filled in already needs no typing.
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

/** Said as long as there is no network: nobody can be let in without. */
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
