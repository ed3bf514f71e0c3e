import type { Role } from '@tsedra/contract/accounts'
import { type Endpoint, type InputOf, type ResponseOf, splitRoute, type Access } from '@tsedra/contract/endpoint'
import { withDatabaseTimeout } from '@tsedra/database/database-timeout'
import type { Request, Response, Router } from 'express'
import * as z from 'zod/mini'
import { Refusal } from './refusal.ts'

declare global {
  namespace Express {
    /** The signed-in user, as far as access checks need it; `accounts/session-store.ts` adds the rest. */
    interface User {
      id: string
      role: Role
      hasSecondFactor: boolean
    }
    interface Request {
      id: string
      /** Returns the signed-in user; reads the database once per request, on the first call. */
      signedIn: () => Promise<User | undefined>
    }
  }
}

interface CallContext<E extends Endpoint> {
  req: Request
  res: Response
  /** The user whom the endpoint requires; undefined for access `anyone`. */
  user: E['access'] extends 'anyone' ? undefined : Express.User
}

/**
 * Mounts one endpoint of the contract: authorises the request, parses its input, and responds in JSON.
 *
 * The response is parsed too, so a column that the contract lacks never leaves the server. A request that exceeds the
 * database timeout receives `busy`.
 */
export function serve<E extends Endpoint>(
  router: Router,
  endpoint: E,
  handle: (input: InputOf<E>, call: CallContext<E>) => Promise<ResponseOf<E>>,
): void {
  mount(router, endpoint, async (req, res) => {
    // Responses depend on the session cookie, so no cache may store them.
    res.set('Cache-Control', 'no-store')
    // mutation test: request-deadline
    const reply = await withDatabaseTimeout(async () => {
      const user = (await authorise(endpoint.access, req)) as CallContext<E>['user'] // undefined exactly for 'anyone'
      return handle(parseInput(endpoint, req), { req, res, user })
    })
    res.json(z.parse(endpoint.response, reply))
  })
}

/** Mounts one endpoint whose handler writes the response itself: CSV or an event stream. Authorises and parses like `serve`. */
export function serveStream<E extends Endpoint>(
  router: Router,
  endpoint: E,
  handle: (input: InputOf<E>, call: CallContext<E>) => Promise<void>,
): void {
  mount(router, endpoint, async (req, res) => {
    res.set('Cache-Control', 'no-store')
    const user = (await authorise(endpoint.access, req)) as CallContext<E>['user'] // undefined exactly for 'anyone'
    await handle(parseInput(endpoint, req), { req, res, user })
  })
}

/**
 * Mounts a read whose responses are cached as bytes; the response schema parsed them when they were created.
 *
 * `handle` receives the raw request first, so that a cached URL costs no parsing.
 */
export function serveStored<E extends Endpoint>(
  router: Router,
  endpoint: E,
  handle: (req: Request, res: Response, input: () => InputOf<E>) => void,
): void {
  mount(router, endpoint, (req, res) => handle(req, res, () => parseInput(endpoint, req)))
}

function mount(
  router: Router,
  endpoint: Endpoint,
  handler: (req: Request, res: Response) => Promise<void> | void,
): void {
  const { method, path } = splitRoute(endpoint.route)
  router[method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'](path, handler)
}

/** Returns the user if they may call. Refuses with 401 before 403, and both before the input is parsed. */
async function authorise(access: Access, req: Request): Promise<Express.User | undefined> {
  if (access === 'anyone') return undefined
  const user = await req.signedIn()
  if (!user) throw new Refusal('unauthorized', 'Unauthorized: sign in first.')
  // mutation test: staff-change-second-factor, staff-link-second-factor
  if (access === 'customer' || (access === 'owner' && user.role === 'user')) return user
  if (access !== 'owner' && (user.role === 'user' || (access === 'admin' && user.role !== 'admin'))) {
    throw new Refusal('forbidden', 'Your role does not permit this.', undefined, { user: user.id })
  }
  if (!user.hasSecondFactor) {
    throw new Refusal('second_factor_required', 'Staff must confirm their second factor.', undefined, { user: user.id })
  }
  return user
}

function parseInput<E extends Endpoint>(endpoint: E, req: Request): InputOf<E> {
  if (req.body !== undefined && !req.is('application/json')) {
    throw new Refusal('unsupported_media_type', 'The body must be JSON.')
  }
  return {
    params: parsePart(endpoint.params, req.params, 'params'),
    query: parsePart(endpoint.query, { ...req.query }, 'query'),
    body: parsePart(endpoint.body, req.body ?? {}, 'body'),
  } as InputOf<E> // each part was just parsed by its own schema
}

function parsePart(schema: z.ZodMiniType, value: unknown, part: string): unknown {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) throw invalidInput(parsed.error, part)
  return parsed.data
}

/** Creates the refusal for invalid input; it has the names of the fields and never their values. */
function invalidInput(error: z.core.$ZodError, part: string): Refusal {
  const fields = error.issues.map((issue) => [part, ...issue.path.map(String)].join('.'))
  return new Refusal('invalid_request', `Invalid fields: ${[...new Set(fields)].slice(0, 10).join(', ')}.`, {
    fields: [...new Set(fields)].slice(0, 50),
  })
}
