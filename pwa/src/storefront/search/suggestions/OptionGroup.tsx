import { type ReactNode, useId } from 'react'

/** A group of options with its heading. */
export function OptionGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <div className="suggest__title" id={id} role="presentation">
        {title}
      </div>
      {children}
    </div>
  )
}
