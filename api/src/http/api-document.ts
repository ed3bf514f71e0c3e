import { type Endpoint, splitRoute } from '@tsedra/contract/endpoint'
import { endpoints } from '@tsedra/contract/endpoints'
import { type ErrorCode, errorStatus, problem } from '@tsedra/contract/errors'
import { getCategory, getProduct, listCategories, listProducts } from '@tsedra/contract/catalogue'
import { getCatalogue } from '@tsedra/contract/snapshot'
import { getDrink, listDrinks } from '@tsedra/contract/drinks'
import { orderVersions, placeOrder } from '@tsedra/contract/orders'
import * as z from 'zod/mini'

/** Errors that every call can return besides its own. */
const commonErrors: readonly ErrorCode[] = ['invalid_request', 'too_many_requests', 'internal', 'busy']
/** Further errors of every call that changes something. */
const writeErrors: readonly ErrorCode[] = ['forbidden', 'too_large', 'unsupported_media_type']

/** Headers of every response. */
const responseHeaders = {
  'X-App': {
    description: 'The response comes from the shop, not from a proxy in front of it.',
    schema: { const: 'tsedra' },
  },
  'X-Request-Id': { description: 'Id of the request in the log.', schema: { type: 'string' } },
}
const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } },
}
/** Headers of successful responses, by route. */
const endpointHeaders: Record<string, object> = {
  [listCategories.route]: {
    'X-Total-Count': { description: 'Number of categories.', required: true, schema: { type: 'integer' } },
  },
  [placeOrder.route]: {
    'Idempotent-Replayed': {
      description: 'Idempotent replay: the order was stored by an earlier request.',
      schema: { const: 'true' },
    },
  },
}
/** Reads that return 304 when `If-None-Match` has their `ETag`. */
const routesWithEtag = new Set(
  [listCategories, getCategory, listProducts, getProduct, listDrinks, getDrink, getCatalogue].map(
    (endpoint) => endpoint.route as string,
  ),
)

/** Builds the OpenAPI 3.1 document from the endpoints of the contract. */
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
      description: 'The API of the shop. Money is a decimal string in hryvnia; times are UTC.',
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
          description: 'Set by sign-in; `__Host-sid` over HTTPS. Staff also need a confirmed second factor.',
        },
      },
    },
  }
}

function buildOperation(endpoint: Endpoint, method: string) {
  const { route } = endpoint
  const isWrite = method !== 'GET'
  return {
    operationId: route.replace(/\W+/g, '_').toLowerCase(),
    summary: endpoint.summary,
    ...(endpoint.access !== 'anyone' && { security: [{ session: [] }] }),
    parameters: [
      ...buildParameters(endpoint.params, 'path'),
      ...buildParameters(endpoint.query, 'query'),
      ...(route === placeOrder.route ? [orderVersion] : []),
    ],
    ...(isWrite && {
      requestBody: {
        // A body whose fields are all optional may be omitted.
        required: !z.safeParse(endpoint.body, {}).success,
        content: jsonContent(toJsonSchema(endpoint.body, 'input')),
      },
    }),
    responses: buildResponses(endpoint, isWrite),
  }
}

function buildResponses(endpoint: Endpoint, isWrite: boolean) {
  const refusals = new Set([...commonErrors, ...(isWrite ? writeErrors : []), ...endpoint.errors])
  const byStatus = Map.groupBy(refusals, (code) => errorStatus[code])
  return {
    ...Object.fromEntries(endpoint.status.map((status) => [status, describeSuccess(endpoint)])),
    ...(routesWithEtag.has(endpoint.route) && {
      304: { description: 'Not changed since `If-None-Match`.', headers: responseHeaders },
    }),
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [status, describeErrors(status, codes, endpoint.extraChecks)]),
    ),
    431: {
      description: 'The headers are too large.',
      content: jsonContent({ $ref: '#/components/schemas/Problem' }),
    },
  }
}

const orderVersion = {
  name: 'X-Order-Version',
  in: 'header',
  required: false,
  description: 'Version of the body. An older one is refused with 426, a newer one with 503.',
  schema: { type: 'integer', minimum: orderVersions.oldest, maximum: orderVersions.latest },
}

function describeSuccess({ route, media, response }: Endpoint) {
  return {
    description: 'Success',
    headers: { ...responseHeaders, ...endpointHeaders[route] },
    // CSV is text on the wire; its columns are documented elsewhere.
    content: { [media]: { schema: media === 'text/csv' ? { type: 'string' } : toJsonSchema(response, 'output') } },
  }
}

function describeErrors(status: number, codes: ErrorCode[], extraChecks: readonly string[]) {
  const isChecked = status === errorStatus.invalid_request && extraChecks.length > 0
  return {
    description: `${codes.join(', ')}${isChecked ? `; ${extraChecks.join(', ')}: also by checks beyond the schema` : ''}`,
    headers: { ...responseHeaders, ...((status === 429 || status === 503) && retryAfter) },
    content: jsonContent({
      allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
    }),
    ...(isChecked && { 'x-checks-further': extraChecks }),
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
