import { Router } from 'express'

/**
 * Returns a router whose paths have one spelling each: another case or a trailing slash is `not_found`.
 *
 * Express ignores both by default, so limits and caches that look at the path would not see what the route sees.
 */
export function createRouter(): Router {
  return Router({ caseSensitive: true, strict: true })
}
