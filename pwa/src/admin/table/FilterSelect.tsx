import { Icon } from '../../shared/ui/Icon.tsx'

interface Props {
  label: string
  /** Empty for no filter. */
  value: string
  allLabel: string
  /** Values with their labels. */
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

/** A filter of a list with one option selected, or none. */
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
