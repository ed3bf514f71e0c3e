import { Icon } from '../../shared/ui/Icon.tsx'

interface Props {
  label: string
  /** Empty: all of them. */
  value: string
  all: string
  /** Value and words. */
  choices: readonly (readonly [string, string])[]
  onChoose: (value: string) => void
}

/** A filter of a list: one of a few, or all. */
export function Choice({ label, value, all, choices, onChoose }: Props) {
  return (
    <div className="select">
      <select className="input" aria-label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{all}</option>
        {choices.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </div>
  )
}
