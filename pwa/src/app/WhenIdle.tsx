import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../shared/idle.ts'
import { Boundary } from '../shared/ui/Boundary.tsx'

/** Shows nothing before the page has loaded and stands still: what is in it comes last, unless it is wanted `now`. */
export function WhenIdle({ now = false, children }: { now?: boolean; children: ReactNode }) {
  const [still, setStill] = useState(false)

  useEffect(() => {
    let callOff = () => {}
    const loaded = () => {
      callOff = whenIdle(() => setStill(true))
    }
    if (document.readyState === 'complete') loaded()
    else addEventListener('load', loaded, { once: true })
    return () => {
      removeEventListener('load', loaded)
      callOff()
    }
  }, [])

  if (!still && !now) return null
  return (
    <Boundary instead={null}>
      <Suspense>{children}</Suspense>
    </Boundary>
  )
}
