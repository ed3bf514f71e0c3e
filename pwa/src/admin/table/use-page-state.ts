import { useSearchParams } from 'react-router-dom'

/** Search, filters, order and page of a list, kept in its address: it is there after a reload and in a link to a colleague. */
export interface PageState {
  /** Empty when it is not in the address. */
  get: (name: string) => string
  /** Empty takes it out of the address. Whatever changes but the page, the list begins at its first page. */
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
