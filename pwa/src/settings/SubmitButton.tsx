interface Props {
  busy: boolean
  label: string
  variant?: 'line' | 'danger'
}

/** The submit button of a form, with a spinner while the request is in flight. */
export function SubmitButton({ busy, label, variant = 'line' }: Props) {
  return (
    <button type="submit" className={`btn btn--${variant}`} disabled={busy} aria-busy={busy}>
      {busy && <span className="spin" aria-hidden="true" />}
      {label}
    </button>
  )
}
