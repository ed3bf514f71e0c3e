import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { runWhenIdle } from '../idle.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** Mounts its children once the page has loaded and is idle, or at once with `isImmediate`. */
export function MountWhenIdle({ isImmediate = false, children }: { isImmediate?: boolean; children: ReactNode }) {
  const [isIdle, setIsIdle] = useState(false)

  useEffect(() => {
    let cancel = () => {}
    const onLoad = () => {
      cancel = runWhenIdle(() => setIsIdle(true))
    }
    if (document.readyState === 'complete') onLoad()
    else addEventListener('load', onLoad, { once: true })
    return () => {
      removeEventListener('load', onLoad)
      cancel()
    }
  }, [])

  if (!isIdle && !isImmediate) return null
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
