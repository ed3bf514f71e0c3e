import { type Endpoint, splitAddress } from '@tsedra/contract/endpoint'
import { endpoints } from '@tsedra/contract/endpoints'
import { type ErrorCode, errorStatus, problem } from '@tsedra/contract/errors'
import { getCatalogue, getCategory, getProduct, listCategories, listProducts } from '@tsedra/contract/catalogue'
import { orderVersions, placeOrder } from '@tsedra/contract/orders'
import * as z from 'zod/mini'

/** What any call may answer besides its own refusals. */
const always: readonly ErrorCode[] = ['invalid_request', 'too_many_requests', 'internal', 'busy']
/** What any call that changes something may answer too. */
const onChange: readonly ErrorCode[] = ['forbidden', 'too_large', 'unsupported_media_type']

/** Headers of every answer. */
const headers = {
  'X-App': { description: 'The answer comes from the shop, not from a proxy before it.', schema: { const: 'tsedra' } },
  'X-Request-Id': { description: 'Names this answer in the log.', schema: { type: 'string' } },
}
const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } },
}
/** Headers that one call has on success, by its address. */
const ownHeaders: Record<string, object> = {
  [listCategories.address]: {
    'X-Total-Count': { description: 'How many categories there are.', required: true, schema: { type: 'integer' } },
  },
  [placeOrder.address]: {
    'Idempotent-Replayed': { description: 'The order had been taken before.', schema: { const: 'true' } },
  },
}
/** Reads that are answered 304 to whoever sends their `ETag`. */
const withEtag = new Set(
  [listCategories, getCategory, listProducts, getProduct, getCatalogue].map((each) => each.address as string),
)

/** OpenAPI 3.1, made from the contract: what is not an endpoint there does not exist. */
export function apiDocument() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const { method, path } = splitAddress(endpoint.address)
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(endpoint, method) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tsedra',
      version: '1',
      description: 'The shop’s calls. Money is a decimal text in hryvnia; times are UTC.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sid',
          description: 'Set by signing in, `__Host-sid` over https. Staff need their second factor proved too.',
        },
      },
    },
  }
}

function operation(endpoint: Endpoint, method: string) {
  const { address, checksFurther } = endpoint
  const changes = method !== 'GET'
  const refusals = new Set([...always, ...(changes ? onChange : []), ...endpoint.refuses])
  const byStatus = Map.groupBy(refusals, (code) => errorStatus[code])
  return {
    operationId: address.replace(/\W+/g, '_').toLowerCase(),
    summary: endpoint.summary,
    ...(endpoint.who !== 'anyone' && { security: [{ session: [] }] }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(address === placeOrder.address ? [orderVersion] : []),
    ],
    ...(changes && {
      requestBody: {
        // What may be empty may be left out.
        required: !z.safeParse(endpoint.body, {}).success,
        content: json(schemaOf(endpoint.body, 'input')),
      },
    }),
    responses: {
      ...Object.fromEntries(endpoint.status.map((status) => [status, success(endpoint)])),
      ...(withEtag.has(address) && { 304: { description: 'Not changed since `If-None-Match`.', headers } }),
      ...Object.fromEntries([...byStatus].map(([status, codes]) => [status, refusal(status, codes, checksFurther)])),
      431: { description: 'The headers are too large.', content: json({ $ref: '#/components/schemas/Problem' }) },
    },
  }
}

const orderVersion = {
  name: 'X-Order-Version',
  in: 'header',
  required: false,
  description: 'The shape of the body. An older one is refused with 426, a newer one with 503.',
  schema: { type: 'integer', minimum: orderVersions.oldest, maximum: orderVersions.latest },
}

function success({ address, media, reply }: Endpoint) {
  return {
    description: 'Success',
    headers: { ...headers, ...ownHeaders[address] },
    // A table is described by its columns elsewhere: on the wire it is text.
    content: { [media]: { schema: media === 'text/csv' ? { type: 'string' } : schemaOf(reply, 'output') } },
  }
}

function refusal(status: number, codes: ErrorCode[], checksFurther: readonly string[]) {
  const isChecked = status === errorStatus.invalid_request && checksFurther.length > 0
  return {
    description: `${codes.join(', ')}${isChecked ? `; also for ${checksFurther.join(', ')}, by more than its schema` : ''}`,
    headers: { ...headers, ...((status === 429 || status === 503) && retryAfter) },
    content: json({
      allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
    }),
    ...(isChecked && { 'x-checks-further': checksFurther }),
  }
}

interface ObjectSchema {
  properties?: Record<string, object>
  required?: string[]
}

function parameters(schema: z.ZodMiniType, place: 'path' | 'query') {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as ObjectSchema
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: each,
  }))
}

const json = (schema: object) => ({ 'application/json': { schema } })

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' })
  return rest
}
