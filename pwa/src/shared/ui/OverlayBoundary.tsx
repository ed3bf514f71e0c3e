import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useLoadFailureToast } from '../use-load-failure-toast.ts'

/** A part that opens over the page. One that did not arrive is said and closed, and the next touch asks for it again. */
export function OverlayBoundary({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <ErrorBoundary fallback={<LoadFailure onShown={onClose} />}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}

function LoadFailure({ onShown }: { onShown: () => void }) {
  const showFailure = useEffectEvent(useLoadFailureToast())
  useEffect(() => {
    showFailure()
    onShown()
  }, [onShown])
  return null
}
