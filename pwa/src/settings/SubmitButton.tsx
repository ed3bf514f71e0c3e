interface Props {
  busy: boolean
  label: string
  look?: 'line' | 'danger'
}

/** The button of a form; it turns while the shop is asked. */
export function SubmitButton({ busy, label, look = 'line' }: Props) {
  return (
    <button type="submit" className={`btn btn--${look}`} disabled={busy} aria-busy={busy}>
      {busy && <span className="spin" aria-hidden="true" />}
      {label}
    </button>
  )
}
