import type { ReactNode } from 'react'
import { Route, Switch } from 'wouter'

export { useParams } from 'wouter'

export interface RouteDefinition {
  /** A pattern of wouter, which ignores case and a trailing slash. One that ends in `/*` has further routes within, whose patterns are relative to it. */
  path: string
  element: ReactNode
}

const NESTED = /\/\*$/

/** Renders the first route whose pattern matches the path. */
export const Routes = ({ routes }: { routes: readonly RouteDefinition[] }) => (
  <Switch>
    {routes.map(({ path, element }) => (
      <Route key={path} path={path.replace(NESTED, '')} nest={NESTED.test(path)}>
        {element}
      </Route>
    ))}
  </Switch>
)
