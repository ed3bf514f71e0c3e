import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { type AroundNavHandler, Redirect as WouterRedirect, Router as WouterRouter, useRouter } from 'wouter'
import { useHistoryState, useLocationProperty, usePathname, useSearch } from 'wouter/use-browser-location'
import { listenToPopState, type NavigateOptions, navigate, type StoredState } from './navigate.ts'

export { useNavigationType } from './navigate.ts'

const aroundNav: AroundNavHandler = (_navigate, to, options) => navigate(to, options)

interface RouterProps {
  /** The path to render on the server; browsers read it from the address. */
  ssrPath?: string
  children?: ReactNode
}

/** Lets wouter's links and redirects navigate by `navigate`. */
export function Router({ children, ...props }: RouterProps) {
  useLayoutEffect(listenToPopState, [])
  return (
    <WouterRouter aroundNav={aroundNav} {...props}>
      {children}
    </WouterRouter>
  )
}

/** An address within the shop and what its history entry stores. */
export interface Location {
  pathname: string
  /** Empty, or the query with its question mark. */
  search: string
  /** Empty, or the fragment with its hash sign. */
  hash: string
  /** The `state` of the navigation, null without one. */
  state: unknown
  /** Identifies the history entry; `default` on the server, and for an entry that a link to a fragment created. */
  key: string
}

const readHash = () => globalThis.location?.hash ?? ''

/** Returns the address as it is encoded; wouter's own hook decodes it, and cuts the path of the route around it off. */
export function useLocation(): Location {
  const router = useRouter()
  const pathname = usePathname(router)
  const search = useSearch(router)
  const hash = useLocationProperty(readHash, readHash)
  const stored = useHistoryState<Partial<StoredState> | null>()
  return useMemo(
    () => ({ pathname, search, hash, state: stored?.usr ?? null, key: stored?.key ?? 'default' }),
    [pathname, search, hash, stored],
  )
}

export const createPath = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  pathname + search + hash

/** The function stays the same for the life of the page. */
export const useNavigate = (): typeof navigate => navigate

type SetSearchParams = (
  next: URLSearchParams | ((previous: URLSearchParams) => URLSearchParams),
  options?: NavigateOptions,
) => void

/** Returns the query of the address, and a function that navigates to another query of the same page. */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const router = useRouter()
  const pathname = usePathname(router)
  const search = useSearch(router)
  const params = useMemo(() => new URLSearchParams(search), [search])
  const setParams: SetSearchParams = (next, options) => {
    const query = String(typeof next === 'function' ? next(new URLSearchParams(params)) : next)
    navigate(pathname + (query && `?${query}`), options)
  }
  return [params, setParams]
}

/** Replaces the address once it is mounted. The tilde makes the path absolute within nested routes. */
export const Redirect = ({ to }: { to: string }) => <WouterRedirect to={`~${to}`} replace />
