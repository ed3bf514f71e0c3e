import { randomUUID } from 'node:crypto'
import { errorStatus, type ErrorCode, type Problem } from '@tsedra/contract/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestCategory, createTestProduct } from '../../test/fixtures.ts'
import { invalidValues, isValid, type JsonSchema, validValues } from '../../test/json-schema.ts'
import { createTestOrder } from '../../test/orders.ts'
import { createTestUser, signIn } from '../../test/users.ts'
import { openShop } from '../../test/shop.ts'
import { createSignedInStaff } from '../../test/staff.ts'
import { retryWhileBusy } from '../../test/retry-while-busy.ts'
import { buildApiDocument } from './api-document.ts'

/** Requests of each kind; the larger number in `npm test -- "unit and database, thorough"`. */
const REQUESTS = process.env['THOROUGH'] === '1' ? 8_000 : 600
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261123)
const CONCURRENCY = 8

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
}
interface Content {
  content?: Record<string, { schema: JsonSchema }>
}
interface Operation {
  parameters: Parameter[]
  requestBody?: Content & { required: boolean }
  responses: Record<string, Content & { headers?: Record<string, Header>; 'x-checks-further'?: string[] }>
}
interface Header {
  required?: boolean
  schema: JsonSchema
}
interface Call {
  name: string
  method: string
  path: string
  operation: Operation
}
interface Made {
  call: Call
  path: string
  body: unknown
}

// As clients read it, after a round trip through JSON.
const document = JSON.parse(JSON.stringify(buildApiDocument())) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}
const definitions = Object.fromEntries(
  Object.entries(document.components.schemas).map(([name, schema]) => [`#/components/schemas/${name}`, schema]),
)
const calls: Call[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation,
  })),
)
/** Calls that end the session of the test. */
const endsSession = new Set(['POST /api/auth/logout', 'DELETE /api/auth/sessions', 'DELETE /api/auth/user'])
/** A stream, which never ends. */
const isStream = ({ operation }: Call) => operation.responses['200']?.content?.['text/event-stream'] !== undefined

const bodyOf = ({ operation }: Call) => operation.requestBody?.content?.['application/json']?.schema
const parametersIn = ({ operation }: Call, stack: Parameter['in']) =>
  operation.parameters.filter((parameter) => parameter.in === stack)
const objectOf = (parameters: Parameter[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  additionalProperties: false,
})

function validRequests(call: Call, known: readonly string[]): fc.Arbitrary<Made> {
  const schema = bodyOf(call)
  const complete = schema ? validValues(schema, known) : fc.constant(undefined)
  const body = call.operation.requestBody?.required === false ? fc.option(complete, { nil: undefined }) : complete
  return fc
    .record({
      params: validValues(objectOf(parametersIn(call, 'path')), known),
      query: validValues(objectOf(parametersIn(call, 'query')), known),
      body,
    })
    .map(({ params, query, body }) => ({ call, path: addressOf(call.path, params, query), body }))
}

/** Generates requests that are invalid in one part: path, query or body. */
function invalidRequests(call: Call, known: readonly string[]): fc.Arbitrary<Made>[] {
  const valid = validRequests(call, known)
  const [path, query] = [parametersIn(call, 'path'), parametersIn(call, 'query')]
  const schema = bodyOf(call)
  return [
    ...path
      .filter(({ schema: item }) => item.pattern !== undefined)
      .map(({ name, schema: item }) =>
        fc.tuple(valid, onWire(item, known)).map(([made, bad]) => ({
          ...made,
          path: addressOf(call.path, { [name]: bad }, {}),
        })),
      ),
    ...query.map(({ name, schema: item }) =>
      fc.tuple(valid, onWire(item, known)).map(([made, bad]) => ({
        ...made,
        path: `${made.path.split('?')[0] ?? ''}?${name}=${encodeURIComponent(bad)}`,
      })),
    ),
    valid.map((made) => ({ ...made, path: `${made.path}${made.path.includes('?') ? '&' : '?'}role=admin` })),
    ...(schema ? [fc.tuple(valid, invalidValues(schema, known)).map(([made, body]) => ({ ...made, body }))] : []),
    ...(call.operation.requestBody?.required ? [valid.map((made) => ({ ...made, body: undefined }))] : []),
  ]
}

/** Returns invalid parameter texts; numbers are parsed from their digits. */
function onWire(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<string> {
  const read = (text: string) => (schema.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text)
  return invalidValues(schema, known)
    .filter((value) => ['string', 'number'].includes(typeof value))
    .map((value) => String(value).slice(0, 500))
    .filter((text) => !isValid(schema, read(text)) && !/^\.{0,2}$/.test(text))
}

function addressOf(template: string, params: unknown, query: unknown): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const pairs = Object.entries(query as object).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
}

/** Returns how a response differs from the document; undefined if it matches. */
async function undeclared({ call }: Made, response: Response, text: string): Promise<string | undefined> {
  const declared = call.operation.responses[response.status]
  if (!declared) return `status ${response.status} is not declared`
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  const content = declared.content?.[type]
  if (!content) return `${type} is not declared for ${response.status}`
  const value: unknown = type === 'application/json' ? JSON.parse(text) : text
  if (!isValid(content.schema, value, definitions)) return `the body of ${response.status} does not fit`
  const headers = Object.entries(declared.headers ?? {})
  const lacking = headers.filter(([name, { required }]) => required && !response.headers.has(name))
  const failure = headers.filter(([name, { schema }]) => {
    const actual = response.headers.get(name)
    return actual !== null && !isValid(schema, schema.type === 'integer' ? Number(actual) : actual)
  })
  return [...lacking, ...failure].map(([name]) => `${response.status} without a right ${name}`)[0]
}

async function openRoles() {
  const shop = await openShop({
    orderLimits: { perAddress10Min: 1e9, perAddressDay: 1e9, perPhoneHour: 1e9, shopHour: 1e9 },
  })
  const category = await createTestCategory(shop.db, { slug: 'citrus' })
  const product = await createTestProduct(shop.db, { slug: 'lemon', category_id: category })
  const known = [category, product, 'lemon', 'citrus', await createTestOrder(shop.db), randomUUID()]
  const cookieOf = ({ cookies }: { cookies: Map<string, string> }) => `sid=${cookies.get('sid')}`
  const roles = {
    guest: undefined,
    user: cookieOf(await signIn(shop, await createTestUser(shop.db))),
    editor: cookieOf(await createSignedInStaff(shop, 'editor')),
    admin: cookieOf(await createSignedInStaff(shop, 'admin')),
  }
  const cookies = Object.entries(roles)
  let sent = 0

  /** Sends every request, with the roles in turn, and returns the faults of the responses. */
  async function sendAll(sample: Made[], judge: (made: Made, status: number, problem: Problem) => string | undefined) {
    const findings: string[] = []
    const statuses = new Map<number, number>()
    const codes = new Set<string>()
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (let made = sample.pop(); made; made = sample.pop()) {
          const { call, path, body } = made
          sent += 1
          if (sent % 20 === 0) await shop.db('throttles').delete()
          const [role, cookie] = cookies[sent % cookies.length] as (typeof cookies)[number]
          const text = body === undefined ? undefined : JSON.stringify(body)
          const response = await retryWhileBusy(() =>
            fetch(shop.url + path, {
              method: call.method,
              headers: {
                origin: 'http://localhost:8080',
                ...(text !== undefined && { 'content-type': 'application/json' }),
                ...(cookie && !endsSession.has(call.name) && { cookie }),
              },
              ...(text !== undefined && { body: text }),
            }),
          )
          const answer = await response.text()
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
          const problem = (response.status >= 400 ? JSON.parse(answer) : {}) as Problem
          codes.add(problem.code)
          const failure = (await undeclared(made, response, answer)) ?? judge(made, response.status, problem)
          if (failure)
            findings.push(
              `${failure}: ${role} ${call.method} ${path} ${text ?? ''} → ${response.status} ${answer}`.slice(0, 700),
            )
        }
      }),
    )
    return { findings, statuses, codes }
  }
  return { known, sendAll, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

test(`${REQUESTS} requests that are valid by the API document are never refused as invalid`, {
  timeout: 600_000,
}, async () => {
  await using roles = await openRoles()
  const requested = calls.filter((call) => !isStream(call))
  const sample = requested.flatMap((call) =>
    fc.sample(validRequests(call, roles.known), { numRuns: Math.ceil(REQUESTS / requested.length), seed: SEED }),
  )

  const { findings, statuses } = await roles.sendAll(sample, ({ call }, status, { code, details }) => {
    if (status >= 500) return 'broke'
    if (code !== 'invalid_request') return undefined
    const further = call.operation.responses['400']?.['x-checks-further'] ?? []
    const fields = (details?.['fields'] ?? ['unknown']) as string[]
    return fields.every((field) => further.includes(field)) ? undefined : 'valid and refused'
  })

  expect(findings.slice(0, 8), `${findings.length}, seed ${SEED}`).toEqual([])
  // The test is meaningful only if many requests succeed, staff calls included.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 8)
  expect(statuses.get(201) ?? 0).toBeGreaterThan(0)
})

test(`${REQUESTS} requests that are invalid by the API document are refused with 4xx`, {
  timeout: 600_000,
}, async () => {
  await using roles = await openRoles()
  const places = calls.flatMap((call) => invalidRequests(call, roles.known))
  const sample = places.flatMap((stack) =>
    fc.sample(stack, { numRuns: Math.ceil(REQUESTS / places.length), seed: SEED }),
  )

  const { findings, codes } = await roles.sendAll(sample, (_, status) =>
    status >= 400 && status < 500 ? undefined : 'invalid and not refused',
  )

  expect(findings.slice(0, 8), `${findings.length}, seed ${SEED}`).toEqual([])
  expect(codes).toContain('invalid_request' satisfies ErrorCode)
})

test('the document declares the rate limit, its Retry-After and the roles of every call', () => {
  for (const { name, operation } of calls) {
    const tooMany = operation.responses[errorStatus.too_many_requests]
    expect(tooMany?.headers?.['Retry-After'], name).toMatchObject({ required: true })
    expect(operation.responses[errorStatus.busy]?.headers?.['Retry-After'], name).toMatchObject({ required: true })
  }
  const { requestBody } = (calls.find(({ name }) => name === 'POST /api/orders') as Call).operation
  const logout = (calls.find(({ name }) => name === 'POST /api/auth/logout') as Call).operation
  expect([requestBody?.required, logout.requestBody?.required]).toEqual([true, false])
})
