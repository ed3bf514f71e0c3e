import { type Endpoint, splitRoute } from '@tsedra/contract/endpoint'
import { endpoints } from '@tsedra/contract/endpoints'
import { type ErrorCode, errorStatus, problem } from '@tsedra/contract/errors'
import { getCatalogue, getCategory, getProduct, listCategories, listProducts } from '@tsedra/contract/catalogue'
import { orderVersions, placeOrder } from '@tsedra/contract/orders'
import * as z from 'zod/mini'

/** What any call may answer besides its own refusals. */
const commonErrors: readonly ErrorCode[] = ['invalid_request', 'too_many_requests', 'internal', 'busy']
/** What any call that changes something may answer too. */
const writeErrors: readonly ErrorCode[] = ['forbidden', 'too_large', 'unsupported_media_type']

/** Headers of every answer. */
const responseHeaders = {
  'X-App': { description: 'The answer comes from the shop, not from a proxy before it.', schema: { const: 'tsedra' } },
  'X-Request-Id': { description: 'Names this answer in the log.', schema: { type: 'string' } },
}
const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } },
}
/** Headers that one call has on success, by its address. */
const endpointHeaders: Record<string, object> = {
  [listCategories.route]: {
    'X-Total-Count': { description: 'How many categories there are.', required: true, schema: { type: 'integer' } },
  },
  [placeOrder.route]: {
    'Idempotent-Replayed': { description: 'The order had been taken before.', schema: { const: 'true' } },
  },
}
/** Reads that are answered 304 to whoever sends their `ETag`. */
const routesWithEtag = new Set(
  [listCategories, getCategory, listProducts, getProduct, getCatalogue].map((endpoint) => endpoint.route as string),
)

/** OpenAPI 3.1, made from the contract: what is not an endpoint there does not exist. */
export function buildApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const { method, path } = splitRoute(endpoint.route)
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: buildOperation(endpoint, method) }
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
      schemas: { Problem: toJsonSchema(problem, 'output') },
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

function buildOperation(endpoint: Endpoint, method: string) {
  const { route: address, extraChecks: checksFurther } = endpoint
  const isWrite = method !== 'GET'
  const refusals = new Set([...commonErrors, ...(isWrite ? writeErrors : []), ...endpoint.errors])
  const byStatus = Map.groupBy(refusals, (code) => errorStatus[code])
  return {
    operationId: address.replace(/\W+/g, '_').toLowerCase(),
    summary: endpoint.summary,
    ...(endpoint.access !== 'anyone' && { security: [{ session: [] }] }),
    parameters: [
      ...buildParameters(endpoint.params, 'path'),
      ...buildParameters(endpoint.query, 'query'),
      ...(address === placeOrder.route ? [orderVersion] : []),
    ],
    ...(isWrite && {
      requestBody: {
        // What may be empty may be left out.
        required: !z.safeParse(endpoint.body, {}).success,
        content: jsonContent(toJsonSchema(endpoint.body, 'input')),
      },
    }),
    responses: {
      ...Object.fromEntries(endpoint.status.map((status) => [status, describeSuccess(endpoint)])),
      ...(routesWithEtag.has(address) && {
        304: { description: 'Not changed since `If-None-Match`.', headers: responseHeaders },
      }),
      ...Object.fromEntries(
        [...byStatus].map(([status, codes]) => [status, describeErrors(status, codes, checksFurther)]),
      ),
      431: {
        description: 'The headers are too large.',
        content: jsonContent({ $ref: '#/components/schemas/Problem' }),
      },
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

function describeSuccess({ route: address, media, response: reply }: Endpoint) {
  return {
    description: 'Success',
    headers: { ...responseHeaders, ...endpointHeaders[address] },
    // A table is described by its columns elsewhere: on the wire it is text.
    content: { [media]: { schema: media === 'text/csv' ? { type: 'string' } : toJsonSchema(reply, 'output') } },
  }
}

function describeErrors(status: number, codes: ErrorCode[], checksFurther: readonly string[]) {
  const isChecked = status === errorStatus.invalid_request && checksFurther.length > 0
  return {
    description: `${codes.join(', ')}${isChecked ? `; also for ${checksFurther.join(', ')}, by more than its schema` : ''}`,
    headers: { ...responseHeaders, ...((status === 429 || status === 503) && retryAfter) },
    content: jsonContent({
      allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
    }),
    ...(isChecked && { 'x-checks-further': checksFurther }),
  }
}

interface ObjectSchema {
  properties?: Record<string, object>
  required?: string[]
}

function buildParameters(schema: z.ZodMiniType, location: 'path' | 'query') {
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as ObjectSchema
  return Object.entries(properties).map(([name, propertySchema]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: propertySchema,
  }))
}

const jsonContent = (schema: object) => ({ 'application/json': { schema } })

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' })
  return rest
}
