import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call: anybody; whoever is signed in; whoever is signed in, but staff only with their second factor; editors and
 * admins; admins alone. The server checks before it reads a body.
 */
export type Who = 'anyone' | 'customer' | 'owner' | 'staff' | 'admin'

/** What both sides of one HTTP call agree on. Holds no server code and no browser code. */
export interface Endpoint<
  Address extends string = string,
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Caller extends Who = Who,
> {
  /** Method and path in one literal: `GET /api/products/:slug`. The browser names a call by it, without the schemas. */
  readonly address: Address
  readonly summary: string
  readonly who: Caller
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
  /** What the answer is written in. Where it is not JSON, `reply` is one line of the table, or the data of one event. */
  readonly media: 'application/json' | 'text/csv' | 'text/event-stream'
  /** Success codes; the first one is usual. */
  readonly status: readonly (200 | 201)[]
  /** Codes this call may answer with, besides the ones any call may. */
  readonly refuses: readonly ErrorCode[]
  /** Fields that are refused as `invalid_request` by more than their schema: `body.emailOrPhone`. */
  readonly checksFurther: readonly string[]
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const none = z.strictObject({})

/** Fills in what was left out and keeps the types. */
export function endpoint<
  const Address extends `${Method} /api/${string}`,
  Reply extends z.ZodMiniType,
  Params extends z.ZodMiniType = typeof none,
  Query extends z.ZodMiniType = typeof none,
  Body extends z.ZodMiniType = typeof none,
  Caller extends Who = 'anyone',
>(spec: {
  address: Address
  summary: string
  who?: Caller
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
  media?: Endpoint['media']
  status?: readonly (200 | 201)[]
  refuses?: readonly ErrorCode[]
  checksFurther?: readonly string[]
}): Endpoint<Address, Params, Query, Body, Reply, Caller> {
  // What the caller left out gets the default that its type parameter already has.
  const left = {
    who: 'anyone',
    params: none,
    query: none,
    body: none,
    media: 'application/json',
    status: [200],
    refuses: [],
    checksFurther: [],
  }
  return { ...left, ...spec } as Endpoint<Address, Params, Query, Body, Reply, Caller>
}

/** Method and path of an endpoint, apart. */
export function splitAddress(address: string): { method: Method; path: string } {
  const [method, path] = address.split(' ') as [Method, string]
  return { method, path }
}

/** What a handler is given: every part parsed by its schema. */
export interface InputOf<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
/** What a caller sends. */
export interface SentTo<E extends Endpoint> {
  params: z.input<E['params']>
  query: z.input<E['query']>
  body: z.input<E['body']>
}
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
