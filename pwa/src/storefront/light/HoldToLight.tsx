import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readLocal, writeLocal } from '../../shared/local-storage.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { moveLight } from './move-light.ts'
import { watchHold } from './watch-hold.ts'
import './light.css'

const HINT_MS = 6_000
const HINT_KEY = 'lightHint'

/**
 * Lights a slice from behind while it is held; the light follows the pointer, unless motion is reduced. A button switches
 * the same light on and off.
 */
export function HoldToLight({ hasHint }: { hasHint: boolean }) {
  const t = useTranslations('light')
  const light = useRef<HTMLDivElement>(null)
  const [isHeld, setIsHeld] = useState(false)
  const [isOn, setIsOn] = useState(false)
  const [hint, hideHint] = useHint(hasHint)
  const isLit = isHeld || isOn

  useEffect(() => {
    const { current } = light
    if (!current?.parentElement) return
    const mover = moveLight(current)
    const stopWatching = watchHold(current.parentElement, {
      onStart(point) {
        mover.follow(point)
        setIsHeld(true)
        hideHint()
      },
      onMove: (point) => mover.follow(point),
      onEnd() {
        setIsHeld(false)
        setIsOn(false)
      },
    })
    return () => {
      stopWatching()
      mover.stop()
    }
  }, [hideHint])

  function toggle(): void {
    if (light.current) moveLight(light.current).centre()
    setIsOn(!isOn)
    hideHint()
  }

  return (
    <div ref={light} className={`light ${isLit ? 'is-lit' : ''}`} data-testid="light">
      <span className="light__behind">
        <span className="light__lamp" />
      </span>
      <span className="slice light__shade">
        <span className="light__lamp" />
      </span>
      <span className="slice light__through">
        <span className="light__lamp" />
      </span>
      {hint && <p className="light__hint">{t('hint')}</p>}
      <button
        type="button"
        className="icon-btn icon-btn--solid light__toggle"
        data-no-hold
        aria-label={t('toggle')}
        aria-pressed={isLit}
        onClick={toggle}
      >
        <Icon name="sun" />
      </button>
    </div>
  )
}

/** Shows the hint once per device, for some seconds or until it is followed. */
function useHint(hasHint: boolean): [boolean, () => void] {
  const [isShown, setIsShown] = useState(() => hasHint && readLocal(HINT_KEY) === undefined)
  const hide = useCallback(() => setIsShown(false), [])
  useEffect(() => {
    if (!isShown) return
    writeLocal(HINT_KEY, 'shown')
    const timer = setTimeout(hide, HINT_MS)
    return () => clearTimeout(timer)
  }, [isShown, hide])
  return [isShown, hide]
}
