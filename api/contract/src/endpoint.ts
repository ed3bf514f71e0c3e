import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/**
 * Required authorisation: `anyone`; `customer` is any signed-in user; `owner` the same, but staff need their second factor;
 * `staff` editors and admins; `admin` admins only. The server checks it before it parses the body.
 */
export type Access = 'anyone' | 'customer' | 'owner' | 'staff' | 'admin'

/** Contract of one HTTP call, shared by server and page; it contains code of neither. */
export interface Endpoint<
  Address extends string = string,
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Caller extends Access = Access,
> {
  /** Method and path in one literal: `GET /api/products/:slug`. The page sends a call by it, without the schemas. */
  readonly route: Address
  readonly summary: string
  readonly access: Caller
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly response: Reply
  /** Media type of the response. Where it is not JSON, `response` is one line of the CSV or the data of one event. */
  readonly media: 'application/json' | 'text/csv' | 'text/event-stream'
  /** Status codes of success; the first one is the default. */
  readonly status: readonly (200 | 201)[]
  /** Error codes of this call, besides those of every call. */
  readonly errors: readonly ErrorCode[]
  /** Fields with checks beyond their schema, refused as `invalid_request`: `body.emailOrPhone`. */
  readonly extraChecks: readonly string[]
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const emptyObject = z.strictObject({})

/** Fills in the defaults and keeps the literal types. */
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
  // Each default equals the default of its type parameter.
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

/** Splits a route into method and path. */
export function splitRoute(route: string): { method: Method; path: string } {
  const [method, path] = route.split(' ') as [Method, string]
  return { method, path }
}

/** Input of a handler: every part parsed by its schema. */
export interface InputOf<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
/** Request as the client sends it, before parsing. */
export interface RequestOf<E extends Endpoint> {
  params: z.input<E['params']>
  query: z.input<E['query']>
  body: z.input<E['body']>
}
export type ResponseOf<E extends Endpoint> = z.output<E['response']>
