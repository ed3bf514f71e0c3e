import { useController } from 'react-hook-form'

/** A switch bound to a boolean field of the form. */
export function Switch({ name, label }: { name: string; label: string }) {
  const {
    field: { value, ref, onBlur, onChange },
  } = useController({ name })
  return (
    <label className="switch">
      {label}
      <input
        type="checkbox"
        role="switch"
        checked={value === true}
        aria-checked={value === true}
        ref={ref}
        onBlur={onBlur}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}
