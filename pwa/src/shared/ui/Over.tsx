import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { Boundary } from './Boundary.tsx'
import { useMissing } from '../use-missing.ts'

/** A part that opens over the page. One that did not arrive is said and closed, and the next touch asks for it again. */
export function Over({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Boundary instead={<Absent onTold={onClose} />}>
      <Suspense>{children}</Suspense>
    </Boundary>
  )
}

function Absent({ onTold }: { onTold: () => void }) {
  const tell = useEffectEvent(useMissing())
  useEffect(() => {
    tell()
    onTold()
  }, [onTold])
  return null
}
