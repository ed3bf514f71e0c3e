import { useEffect } from 'react'
import { useAlertSettings } from './alert-settings.ts'
import { unlockChime } from './order-chime.ts'

/** Lets the page make sounds from its first tap or key on, when this device wants them. */
export function useChimeUnlock(): void {
  const { hasSound } = useAlertSettings()
  useEffect(() => {
    if (!hasSound) return
    const abortController = new AbortController()
    const { signal } = abortController
    const unlock = () => {
      unlockChime()
      abortController.abort()
    }
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, unlock, { signal })
    return () => abortController.abort()
  }, [hasSound])
}
