import { type Endpoint, splitAddress } from '@tsedra/contract/endpoint'
import { endpoints } from '@tsedra/contract/endpoints'
import { type ErrorCode, errorStatus, problem } from '@tsedra/contract/errors'
import * as z from 'zod/mini'

/** What any call may answer besides its own refusals. */
const always: readonly ErrorCode[] = ['invalid_request', 'internal', 'busy']
/** What any call that changes something may answer too. */
const onChange: readonly ErrorCode[] = ['forbidden', 'too_large', 'unsupported_media_type']

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
    components: { schemas: { Problem: schemaOf(problem, 'output') } },
  }
}

function operation(endpoint: Endpoint, method: string) {
  const changes = method !== 'GET'
  const refusals = new Set([...always, ...(changes ? onChange : []), ...endpoint.refuses])
  const byStatus = Map.groupBy(refusals, (code) => errorStatus[code])
  return {
    operationId: endpoint.address.replace(/\W+/g, '_').toLowerCase(),
    summary: endpoint.summary,
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(changes && { requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input')) } }),
    responses: {
      ...Object.fromEntries(
        endpoint.status.map((status) => [
          status,
          { description: 'Success', content: { [endpoint.media]: { schema: schemaOf(endpoint.reply, 'output') } } },
        ]),
      ),
      ...Object.fromEntries(
        [...byStatus].map(([status, codes]) => [
          status,
          { description: codes.join(', '), content: json({ $ref: '#/components/schemas/Problem' }) },
        ]),
      ),
    },
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
