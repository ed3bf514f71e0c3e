import { Router } from 'express'

/**
 * Returns a router whose paths have one spelling each: another case or a trailing slash is `not_found`.
 *
 * Express ignores both by default: limits and caches that compare paths would miss other spellings of a route.
 */
export function createRouter(): Router {
  return Router({ caseSensitive: true, strict: true })
}
