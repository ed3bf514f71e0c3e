import { Icon } from '../../shared/ui/Icon.tsx'

interface Props {
  label: string
  /** Empty: all of them. */
  value: string
  allLabel: string
  /** Value and words. */
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

/** A filter of a list: one of a few, or all. */
export function FilterSelect({ label, value, allLabel, options, onChange }: Props) {
  return (
    <div className="select">
      <select className="input" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{allLabel}</option>
        {options.map(([optionValue, optionLabel]) => (
          <option key={optionValue} value={optionValue}>
            {optionLabel}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </div>
  )
}
