import { useEffect, useRef } from 'react'

/** Returns a function that runs a callback once the component is unmounted; at once when it is already. */
export function useAfterUnmount(): (callback: () => void) => void {
  const lastCallback = useRef<() => void>(undefined)
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      lastCallback.current?.()
    }
  }, [])
  return (callback) => {
    if (isUnmounted.current) callback()
    else lastCallback.current = callback
  }
}
