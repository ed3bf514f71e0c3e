import type { ReactNode } from 'react'
import { useOnline } from '../shared/use-online.ts'

/** Controls of what belongs to the account: without a network they change nothing. Dialogs stand outside, they close always. */
export function OnlineFieldset({ children }: { children: ReactNode }) {
  return (
    <fieldset className="settings-section__body" disabled={!useOnline()}>
      {children}
    </fieldset>
  )
}
