import type { ReactNode } from 'react'
import { useOnline } from '../shared/use-online.ts'

/** Disables account controls while offline. Dialogs are rendered outside it, so that they can always be closed. */
export function OnlineFieldset({ children }: { children: ReactNode }) {
  return (
    <fieldset className="settings-section__body" disabled={!useOnline()}>
      {children}
    </fieldset>
  )
}
