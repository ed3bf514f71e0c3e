import { type RefObject, useRef, useState } from 'react'

type Values<Name extends string> = Record<Name, string>
type Errors<Name extends string> = Partial<Record<Name, string | undefined>>

/** What a field of a form is drawn from. */
interface Bound {
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onLeave: () => void
  field: RefObject<HTMLInputElement | null>
}

/**
 * The fields of a form. What is wrong with a field is said when it is left after typing, with all when the form is to be
 * sent; from then on each key counts.
 *
 * @param find what is wrong with them, in the reader's words; its keys are in the order in which they stand
 */
export function useFields<Name extends string>(first: Values<Name>, find: (values: Values<Name>) => Errors<Name>) {
  const [values, setValues] = useState(first)
  const [typed, setTyped] = useState<Name[]>([])
  /** Those whose faults are said. */
  const [judged, setJudged] = useState<Name[]>([])
  /** What the shop said of them, until they are changed. */
  const [refused, setRefused] = useState<Errors<Name>>({})
  const names = Object.keys(first) as Name[]
  const elements = useRef(
    Object.fromEntries(names.map((name) => [name, { current: null }])) as Record<
      Name,
      RefObject<HTMLInputElement | null>
    >,
  )
  const found = find(values)

  return {
    values,
    setRefused,
    bind: (name: Name): Bound => ({
      value: values[name],
      error: refused[name] ?? (judged.includes(name) ? found[name] : undefined),
      onChange(value) {
        setValues((all) => ({ ...all, [name]: value }))
        setRefused({})
        setTyped((all) => [...all, name])
      },
      onLeave() {
        if (typed.includes(name)) setJudged((all) => [...all, name])
      },
      field: elements.current[name],
    }),
    /** Whether it may be sent; if not, the first field that is wrong has the focus. */
    check(): boolean {
      setJudged(names)
      const wrong = names.find((name) => found[name])
      if (wrong) elements.current[wrong].current?.focus()
      return wrong === undefined
    },
  }
}
