interface Props {
  busy: boolean
  label: string
  variant?: 'line' | 'danger'
}

/** The button of a form; it turns while the shop is asked. */
export function SubmitButton({ busy, label, variant = 'line' }: Props) {
  return (
    <button type="submit" className={`btn btn--${variant}`} disabled={busy} aria-busy={busy}>
      {busy && <span className="spin" aria-hidden="true" />}
      {label}
    </button>
  )
}
