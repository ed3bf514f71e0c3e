import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/network.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import '../../shared/ui/note.css'

interface Props {
  onSubmit: () => void
  /** What the button says. */
  action: string
  busy: boolean
  /** It looks as if it could not be pressed; pressed all the same, it says what is missing. */
  incomplete?: boolean
  /** Below the button. */
  after?: ReactNode
  children: ReactNode
}

/** One step of the dialog: fields that scroll, and a button that stays below. Without a network what was typed waits. */
export function StepForm({ onSubmit, action, busy, incomplete = false, after, children }: Props) {
  const online = useOnline()
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    // Something else comes first in this step.
    if (form.current?.contains(document.activeElement)) return
    // What the browser has filled in already needs no typing.
    const fields = [...(form.current?.querySelectorAll('input') ?? [])]
    const next = fields.find(({ value }) => !value) ?? fields[0]
    next?.focus()
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
        <NeedsNetwork />
      </div>
      <div className="dialog__foot">
        <button
          type="submit"
          className="btn btn--primary btn--lg btn--full"
          disabled={busy || !online}
          aria-disabled={incomplete}
          aria-busy={busy}
        >
          {busy && <span className="spin" aria-hidden="true" />}
          {action}
        </button>
        {after}
      </div>
    </form>
  )
}

/** Said as long as there is no network: nobody can be let in without. */
export function NeedsNetwork() {
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
