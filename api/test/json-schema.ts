import fc from 'fast-check'

/** The part of JSON Schema that the API document uses. */
export interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  $ref?: string
  pattern?: string
  format?: string
  examples?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  contains?: JsonSchema
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
}

type Definitions = Record<string, JsonSchema>

/** Returns whether a value is valid by a schema. */
export function isValid(schema: JsonSchema, value: unknown, definitions: Definitions = {}): boolean {
  const valid = (subschema: JsonSchema, inner = value) => isValid(subschema, inner, definitions)
  if (schema.$ref && !valid(definitions[schema.$ref] as JsonSchema)) return false
  if (schema.anyOf && !schema.anyOf.some((subschema) => valid(subschema))) return false
  if (schema.allOf && !schema.allOf.every((subschema) => valid(subschema))) return false
  if ('const' in schema && value !== schema.const) return false
  if (schema.enum && !schema.enum.includes(value)) return false
  if (schema.type && ![schema.type].flat().some((type) => isOfType(type, value))) return false
  if (typeof value === 'string') return isValidText(schema, value)
  if (typeof value === 'number') return isValidNumber(schema, value)
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Infinity, items, contains } = schema
    if (value.length < minItems || value.length > maxItems) return false
    if (schema.uniqueItems && new Set(value.map((subschema) => JSON.stringify(subschema))).size < value.length)
      return false
    if (contains && !value.some((subschema) => valid(contains, subschema))) return false
    return !items || value.every((subschema) => valid(items, subschema))
  }
  if (typeof value === 'object' && value !== null) {
    const { properties = {}, required = [], additionalProperties: additional = true } = schema
    if (!required.every((name) => Object.hasOwn(value, name))) return false
    const { propertyNames } = schema
    if (propertyNames && !Object.keys(value).every((name) => valid(propertyNames, name))) return false
    return Object.entries(value).every(([name, inner]) => {
      const propertySchema = Object.hasOwn(properties, name) ? properties[name] : undefined
      return propertySchema
        ? valid(propertySchema, inner)
        : typeof additional === 'boolean'
          ? additional
          : valid(additional, inner)
    })
  }
  return true
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

function isValidText({ minLength = 0, maxLength = Infinity, pattern }: JsonSchema, value: string): boolean {
  const length = [...value].length
  return length >= minLength && length <= maxLength && (!pattern || regExp(pattern).test(value))
}

function isValidNumber({ minimum = -Infinity, maximum = Infinity, multipleOf }: JsonSchema, value: number): boolean {
  if (value < minimum || value > maximum) return false
  // With a tolerance for binary fractions: 0.3 / 0.1 is not exactly 3.
  return !multipleOf || Math.abs(value / multipleOf - Math.round(value / multipleOf)) < 1e-6
}

const patterns = new Map<string, RegExp>()
function regExp(pattern: string): RegExp {
  const cached = patterns.get(pattern) ?? new RegExp(pattern, 'u')
  patterns.set(pattern, cached)
  return cached
}

/** Generates values that are valid by a schema; `knownIds` are existing ids and slugs. */
export function validValues(schema: JsonSchema, knownIds: readonly string[]): fc.Arbitrary<unknown> {
  const made = validOf.get(schema) ?? anyValid(schema, knownIds).filter((value) => isValid(schema, value))
  validOf.set(schema, made)
  return made
}
const validOf = new WeakMap<JsonSchema, fc.Arbitrary<unknown>>()

function anyValid(schema: JsonSchema, knownIds: readonly string[]): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => validValues(option, knownIds)))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => anyValid({ ...schema, type }, knownIds)))
  switch (schema.type ?? 'anything') {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? -100, -1e9), max: Math.min(schema.maximum ?? 100, 1e9) })
    case 'number':
      return fc
        .integer({ min: Math.ceil((schema.minimum ?? 0) * 100), max: Math.floor((schema.maximum ?? 1e9) * 100) })
        .map((hundredths) => hundredths / 100)
    case 'array':
      return validArrays(schema, knownIds)
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, option]) => [name, validValues(option, knownIds)]),
        ),
        { requiredKeys: (schema.required ?? []) as never[], noNullPrototype: true },
      )
    case 'string':
      return validTexts(schema, knownIds)
    default:
      return fc.jsonValue()
  }
}

function validArrays(schema: JsonSchema, knownIds: readonly string[]): fc.Arbitrary<unknown> {
  const { items = {}, minItems = 0, maxItems = 3 } = schema
  const contained = (schema.allOf ?? []).flatMap(({ contains }) => (contains ? [contains] : []))
  if (contained.length === 0) {
    return fc.array(validValues(items, knownIds), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, 4)),
    })
  }
  // Each item matches one `contains` schema, which narrows one of its fields.
  const narrowed = contained.map(({ properties = {} }) => {
    const [name = '', narrow = {}] = Object.entries(properties)[0] ?? []
    const ownSchema = items.properties?.[name] as JsonSchema
    const choices = (ownSchema.examples ?? []).filter(
      (example) => isValid(narrow, example) && isValid(ownSchema, example),
    )
    const common = choices.length > 0 ? choices : ['uk-UA', 'ru', 'en'].filter((example) => isValid(narrow, example))
    return validValues({ ...items, properties: { ...items.properties, [name]: { enum: common } } }, knownIds)
  })
  return fc.tuple(...narrowed).chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
}

const typed = fc.constantFrom(...'0123456789٣+-() .,abcЇєйї👩‍🍳שم\u202e\u200b\n\t\'"<&;=@')

function validTexts(schema: JsonSchema, knownIds: readonly string[]): fc.Arbitrary<unknown> {
  const { pattern = '', minLength = 0, maxLength = 40, examples = [] } = schema
  const validText = (value: unknown) => isValid(schema, value)
  const edges = ['x', '👍', '1'].flatMap((text) => [text.repeat(minLength), text.repeat(Math.min(maxLength, 2_000))])
  const commonText = [
    ...knownIds,
    ...examples,
    ...edges,
    '+380 67 000 01 24',
    'olena@bar.example',
    'Олена',
    '10',
  ].filter(validText)
  const exact = commonText.length > 0 ? [fc.constantFrom(...commonText)] : []
  if (schema.format === 'date') {
    return fc
      .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2099-12-31') })
      .map((date) => date.toISOString().slice(0, 10))
  }
  // Strings are generated from ASCII patterns. Unicode patterns, which exclude characters, only filter other strings.
  const size = { minLength, maxLength: Math.min(maxLength, Math.max(minLength, 40)) }
  const sources =
    pattern && !/\\p|\\u/.test(pattern)
      ? [fc.stringMatching(new RegExp(pattern))]
      : [
          fc.string({ unit: typed, ...size, size: 'max' }),
          fc.string({ unit: 'grapheme', ...size }),
          fc.string({ unit: 'binary', ...size }),
        ]
  const usable = sources.filter((source) => fc.sample(source, { numRuns: 50, seed: 1 }).filter(validText).length > 5)
  return fc.oneof(...exact, ...usable.map((source) => source.filter(validText)))
}

/** Invalid input that clients send by mistake or on purpose. */
const invalidSamples: readonly unknown[] = [
  null, true, '', ' ', 'x', '\u0000', 'a\u001bb', '\u3164', '-1', '1.5', 'NaN', '1e9', -1, 0, 0.005, 1e21, {}, [], [null],
  { x: 1 }, ['x'], 'x'.repeat(6_000), '../../etc/passwd', "' OR 1=1 --", '<script>', '9'.repeat(40),
] // biome-ignore format: one list

/** Generates values that are invalid by a schema. */
export function invalidValues(schema: JsonSchema, knownIds: readonly string[]): fc.Arbitrary<unknown> {
  const plain = [...invalidSamples, ...valuesBeyondLimits(schema)].filter((value) => !isValid(schema, value))
  const plainValues = plain.length > 0 ? [fc.constantFrom(...plain)] : []
  const { items } = schema
  const inArray = items
    ? [
        fc
          .tuple(validValues(schema, knownIds), invalidValues(items, knownIds))
          .map(([value, bad]) => [...(value as unknown[]), bad]),
      ]
    : []
  return fc
    .oneof(...plainValues, ...invalidObjects(schema, knownIds), ...inArray)
    .filter((value) => !isValid(schema, value))
}

function valuesBeyondLimits({ maximum, minimum, maxLength }: JsonSchema): unknown[] {
  return [
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maxLength === undefined || maxLength > 20_000 ? [] : ['x'.repeat(maxLength + 1)]),
  ]
}

/** Generates objects with an invalid, a missing or an extra field. */
function invalidObjects(schema: JsonSchema, knownIds: readonly string[]): fc.Arbitrary<unknown>[] {
  const { properties = {}, required = [] } = schema
  const invalidFields = Object.entries(properties).map(([name, fieldSchema]) =>
    fc
      .tuple(validValues(schema, knownIds), invalidValues(fieldSchema, knownIds))
      .map(([value, bad]) => ({ ...(value as object), [name]: bad })),
  )
  const missingFields = required.map((name) =>
    validValues(schema, knownIds).map((value) => {
      const { [name]: _, ...rest } = value as Record<string, unknown>
      return rest
    }),
  )
  const extraFields =
    schema.additionalProperties === false
      ? [validValues(schema, knownIds).map((value) => ({ ...(value as object), role: 'admin' }))]
      : []
  return [...invalidFields, ...missingFields, ...extraFields]
}
