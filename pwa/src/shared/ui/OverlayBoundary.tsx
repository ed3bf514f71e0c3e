import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useLoadFailureToast } from '../use-load-failure-toast.ts'

/** Wraps a lazy overlay. When its chunk fails to load, it shows a toast and closes the overlay. */
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
