import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call: anybody; whoever is signed in; whoever is signed in, but staff only with their second factor; editors and
 * admins; admins alone. The server checks before it reads a body.
 */
export type Access = 'anyone' | 'customer' | 'owner' | 'staff' | 'admin'

/** What both sides of one HTTP call agree on. Holds no server code and no browser code. */
export interface Endpoint<
  Address extends string = string,
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Caller extends Access = Access,
> {
  /** Method and path in one literal: `GET /api/products/:slug`. The browser names a call by it, without the schemas. */
  readonly route: Address
  readonly summary: string
  readonly access: Caller
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly response: Reply
  /** What the answer is written in. Where it is not JSON, `reply` is one line of the table, or the data of one event. */
  readonly media: 'application/json' | 'text/csv' | 'text/event-stream'
  /** Success codes; the first one is usual. */
  readonly status: readonly (200 | 201)[]
  /** Codes this call may answer with, besides the ones any call may. */
  readonly errors: readonly ErrorCode[]
  /** Fields that are refused as `invalid_request` by more than their schema: `body.emailOrPhone`. */
  readonly extraChecks: readonly string[]
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const emptyObject = z.strictObject({})

/** Fills in what was left out and keeps the types. */
export function endpoint<
  const Address extends `${Method} /api/${string}`,
  Reply extends z.ZodMiniType,
  Params extends z.ZodMiniType = typeof emptyObject,
  Query extends z.ZodMiniType = typeof emptyObject,
  Body extends z.ZodMiniType = typeof emptyObject,
  Caller extends Access = 'anyone',
>(spec: {
  route: Address
  summary: string
  access?: Caller
  params?: Params
  query?: Query
  body?: Body
  response: Reply
  media?: Endpoint['media']
  status?: readonly (200 | 201)[]
  errors?: readonly ErrorCode[]
  extraChecks?: readonly string[]
}): Endpoint<Address, Params, Query, Body, Reply, Caller> {
  // What the caller left out gets the default that its type parameter already has.
  const defaults = {
    access: 'anyone',
    params: emptyObject,
    query: emptyObject,
    body: emptyObject,
    media: 'application/json',
    status: [200],
    errors: [],
    extraChecks: [],
  }
  return { ...defaults, ...spec } as Endpoint<Address, Params, Query, Body, Reply, Caller>
}

/** Method and path of an endpoint, apart. */
export function splitRoute(route: string): { method: Method; path: string } {
  const [method, path] = route.split(' ') as [Method, string]
  return { method, path }
}

/** What a handler is given: every part parsed by its schema. */
export interface InputOf<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
/** What a caller sends. */
export interface RequestOf<E extends Endpoint> {
  params: z.input<E['params']>
  query: z.input<E['query']>
  body: z.input<E['body']>
}
export type ResponseOf<E extends Endpoint> = z.output<E['response']>
