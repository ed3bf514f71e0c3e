import { useSearchParams } from '../../shared/router/Router.tsx'

/** Search, filters, sort order and page of a list, stored in the address for reloads and links. */
export interface PageState {
  /** Empty when it is not in the address. */
  get: (name: string) => string
  /** Empty removes a parameter. Any change but of the page resets the page. */
  set: (changes: Readonly<Record<string, string>>) => void
  /** From 1. */
  page: number
}

export function usePageState(): PageState {
  const [params, setParams] = useSearchParams()
  return {
    get: (name) => params.get(name) ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    set(changes) {
      setParams(
        (previous) => {
          const next = new URLSearchParams(previous)
          if (!('page' in changes)) next.delete('page')
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          return next
        },
        { replace: true },
      )
    },
  }
}
