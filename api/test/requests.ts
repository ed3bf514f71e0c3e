import { type Endpoint, splitRoute } from '@tsedra/contract/endpoint'
import fc from 'fast-check'
import * as z from 'zod/mini'

/** A request generated from the contract: valid, nearly valid or hostile. */
export interface GeneratedRequest {
  endpoint: Endpoint
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** Hostile values: control characters, lone surrogates, boundary numbers, SQL, patterns, prototypes. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e',
    '%',
    '\\',
    "' OR 1=1 --",
    '%_%_%',
    '${7*7}',
    '../../etc/passwd',
    '<script>',
    'NaN',
    '1e309',
    '-0',
    '0x10',
    '9'.repeat(400),
    'я'.repeat(5_000),
    '__proto__',
    'constructor',
    'true',
    'null',
    '\r\nX: y',
  ),
  fc.constantFrom(null, true, -1, 0, 1e21, 2 ** 53, 0.1, -0.5),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.anything({ maxDepth: 2 }), { maxLength: 5 }),
  fc.dictionary(fc.constantFrom('__proto__', 'id', 'role', 'status', 'constructor', 'x'), fc.anything({ maxDepth: 1 })),
)

/** Generates requests to all calls of the contract; `knownIds` are existing ids and slugs. */
export function generateRequests(
  endpoints: readonly Endpoint[],
  knownIds: readonly string[],
): fc.Arbitrary<GeneratedRequest> {
  return fc.oneof(...endpoints.map((endpoint) => generateRequestTo(endpoint, knownIds)))
}

function generateRequestTo(endpoint: Endpoint, knownIds: readonly string[]): fc.Arbitrary<GeneratedRequest> {
  const { method, path } = splitRoute(endpoint.route)
  const hasBody = method !== 'GET'
  return fc
    .record({
      params: generateObjects(schemaOf(endpoint.params), knownIds),
      query: generateObjects(schemaOf(endpoint.query), knownIds),
      body: hasBody
        ? fc.oneof(
            { weight: 6, arbitrary: generateObjects(schemaOf(endpoint.body), knownIds) },
            { weight: 1, arbitrary: hostile },
          )
        : fc.constant(undefined),
      cut: fc.oneof(
        { weight: 12, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 }) },
      ),
      contentType: fc.oneof(
        { weight: 12, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom('text/plain', '', 'application/json; charset=utf-16') },
      ),
    })
    .map(({ params, query, body, cut, contentType }) => {
      const text = body === undefined ? undefined : (JSON.stringify(body) ?? 'undefined')
      return {
        endpoint,
        method,
        path: buildUrl(path, params as Record<string, unknown>, query as Record<string, unknown>),
        headers: text === undefined || contentType === '' ? {} : { 'content-type': contentType },
        body: text === undefined ? undefined : text.slice(0, text.length - cut),
      }
    })
}

function buildUrl(path: string, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encode(params[name]) || '-')
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) => `${encode(name)}=${encode(item)}`),
  )
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
}

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  // A lone surrogate cannot be encoded; a broken client sends an invalid percent escape instead.
  return text.isWellFormed() ? encodeURIComponent(text).slice(0, 2_100) : '%ED%A0'
}

/** Generates valid objects, occasionally with a missing, invalid or extra field. */
function generateObjects(schema: JsonSchema, knownIds: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.type !== 'object') return generateValues(schema, knownIds)
  const fields = Object.entries(schema.properties ?? {})
  const likely = (name: string, fieldSchema: JsonSchema) => {
    const values = plausibleValues[name] ?? (name === 'slug' || name.endsWith('Id') ? knownIds : undefined)
    const validValue = generateValues(fieldSchema, knownIds)
    return maybeHostile(
      values ? fc.oneof({ weight: 25, arbitrary: fc.constantFrom(...values) }, validValue) : validValue,
    )
  }
  const required = schema.required ?? []
  const record = fc.record(Object.fromEntries(fields.map(([name, fieldSchema]) => [name, likely(name, fieldSchema)])), {
    requiredKeys: required as never[],
  })
  const extra = fc.dictionary(fc.constantFrom('role', 'status', 'telegramSent', 'userId', 'a b'), hostile, {
    maxKeys: 1,
  })
  return fc.oneof(
    { weight: 9, arbitrary: record },
    { weight: 1, arbitrary: fc.tuple(record, extra).map(([a, b]) => ({ ...a, ...b })) },
  )
}

function maybeHostile(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary }, { weight: 1, arbitrary: hostile })
}

function generateValues(schema: JsonSchema, knownIds: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => generateValues(option, knownIds)))
  switch (schema.type ?? 'anything') {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.ceil(Math.max(schema.minimum ?? 0, -1_000)),
        max: Math.floor(Math.min(schema.maximum ?? 1_000, 100_000)),
      })
    case 'array':
      return fc.array(generateValues(schema.items ?? {}, knownIds), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 4),
      })
    case 'object':
      return generateObjects(schema, knownIds)
    case 'string':
      return generateTexts(schema, knownIds)
    default:
      return hostile
  }
}

/** Plausible values by field, which pass the checks beyond the schemas. */
const plausibleValues: Record<string, readonly unknown[]> = {
  lang: ['ua', 'uk', 'ru', 'en', 'uk-UA'],
  language: ['ua', 'uk', 'ru', 'en'],
  search: ['лимон', 'limon', 'kbvjy', 'чипси', ''],
  limit: ['1', '24', '100'],
  offset: ['0', '1'],
  customerPhone: ['+380 67 000 01 24', '0670000124', '(044) 123-45-67 дод. 5', '٠٦٧٠٠٠٠١٢٤'],
  packageSize: ['50г', '100g', '1 кг', null],
  totalAmount: ['12.50', 12.5, '0', null],
  ownerId: [null],
  emailOrPhone: ['olena@bar.example', '067 123 45 67', 'x@y', '+1'],
  password: ['верба-над-ставом-7', 'password', ' '.repeat(6)],
  code: ['123456', 'abcdef', '000000'],
  sentAt: [
    '2026-11-21T10:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    `2026-11-21T10:00:00.${'9'.repeat(300)}Z`,
  ],
  firstName: ['Олена', ' Лі '],
  lastName: ['Коваль'],
}

const commonTexts = [
  'лимон',
  'ua',
  'uk',
  'en',
  '+380 67 000 01 24',
  '50г',
  '100 g',
  '1кг',
  'Оля',
  '10',
  '0',
  '12.50',
  'true',
  'sort',
  'price',
]

/** Timestamps of any clock: years beyond the range of Postgres, and fractions longer than it stores. */
const moments = fc.oneof(
  fc
    .date({ noInvalidDate: true, min: new Date('0000-01-01'), max: new Date('+010000-12-31') })
    .map((date) => date.toISOString()),
  fc.constantFrom('0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', `2026-11-21T10:00:00.${'9'.repeat(300)}Z`),
)

function generateTexts(schema: JsonSchema, knownIds: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return fc.oneof(fc.uuid({ version: 4 }), fc.constantFrom(...knownIds))
  if (schema.format === 'date-time') return moments
  // fast-check cannot generate from patterns with Unicode properties.
  if (schema.pattern && !/\\p|\\u/.test(schema.pattern))
    return fc.oneof(fc.stringMatching(new RegExp(schema.pattern)), fc.constantFrom(...knownIds))
  return fc.oneof(
    fc.constantFrom(...commonTexts, ...knownIds),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(schema.maxLength ?? 60, 60) }),
  )
}

const schemaOf = (schema: z.ZodMiniType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
