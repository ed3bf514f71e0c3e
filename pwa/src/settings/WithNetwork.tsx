import type { ReactNode } from 'react'
import { useOnline } from '../shared/network.ts'

/** Controls of what belongs to the account: without a network they change nothing. Dialogs stand outside, they close always. */
export function WithNetwork({ children }: { children: ReactNode }) {
  return (
    <fieldset className="set__in" disabled={!useOnline()}>
      {children}
    </fieldset>
  )
}
