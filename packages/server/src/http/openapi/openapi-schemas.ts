import type { Field } from '@courtcrier/contract/fields/field.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import { longestChoice } from '@courtcrier/contract/fields/select.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { baseFields, findField, labelOf, messageOf, type Resource } from '@courtcrier/contract/resource.ts'
import { type JsonSchema, jsonContent, protobufContent } from './operation.ts'

/** Returns a reference to the schema of a resource's row. */
export function rowSchema(resource: Resource): JsonSchema {
  return { $ref: `#/components/schemas/${messageOf(resource)}` }
}

/** Returns the content types of a row: JSON, or the protobuf message of the same name. */
export function rowContent(resource: Resource): Readonly<Record<string, JsonSchema>> {
  return { ...jsonContent(rowSchema(resource)), ...protobufContent() }
}

/** Returns the schema of a resource's row. No field is required, since fields a role may not see are absent. */
export function resourceSchema(resource: Resource): JsonSchema {
  const keys = [...baseFields, ...Object.keys(resource.fields)]
  const properties = keys.map((key) => [snakeCase(key), propertySchema(resource, key)])
  return { type: 'object', title: resource.label[0], properties: Object.fromEntries(properties) }
}

/** Returns the schema of a new row: what it must have, and what it has where nothing is sent. */
export function creationSchema(resource: Resource): JsonSchema {
  const own = Object.entries(resource.fields).flatMap(([key, { default: value, minItems, readOnly }]) => {
    const more = { ...(value === undefined ? {} : { default: value }), ...(minItems ? { minItems } : {}) }
    return readOnly || Object.keys(more).length === 0 ? [] : [[snakeCase(key), more]]
  })
  // Not in the row's own schema: a field that is absent from an update is left unchanged.
  const parts = [rowSchema(resource), ...(own.length > 0 ? [{ properties: Object.fromEntries(own) }] : [])]
  return { allOf: parts, required: requiredFields(resource) }
}

/** Returns the fields a new row must have. */
export function requiredFields(resource: Resource): readonly string[] {
  return Object.entries(resource.fields).flatMap(([key, field]) => {
    const isNeeded = (field.required || field.minItems) && !field.readOnly && field.default === undefined
    return isNeeded ? [snakeCase(key)] : []
  })
}

function propertySchema(resource: Resource, key: string): JsonSchema {
  const field = findField(resource, key) as Field
  if (key === 'id' && resource.idKind === 'number') return { type: 'integer', readOnly: true }
  const schema = valueSchema(field)
  const isNullable = kindOf(field).empty() === null && !field.required && !field.given && key !== 'id'
  return {
    ...schema,
    ...(isNullable ? nullable(schema) : {}),
    title: labelOf(resource, key),
    ...described(resource, key, field),
    ...(field.readOnly ? { readOnly: true } : {}),
    ...(field.kind === 'secret' ? { writeOnly: true } : {}),
  }
}

/** Each of several sentences begins with the value that it is for. */
function described(resource: Resource, key: string, { help, helpWith, onlyWith }: Field): { description?: string } {
  const labels = findField(resource, onlyWith?.key ?? key)?.valueLabels
  const sentences = Object.entries(helpWith ?? {}).map(
    ([value, sentence]) => `${labels?.[value] ?? value}: ${sentence}`,
  )
  const description = help ?? sentences.join(' ')
  return description === '' ? {} : { description }
}

function nullable(schema: JsonSchema): JsonSchema {
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}
  return { ...values, type: [schema.type, 'null'] }
}

/** Returns the schema of a field's value in JSON. */
function valueSchema(field: Field): JsonSchema {
  const make = schemaOfKind[field.kind] ?? textSchemaOf
  return make(field)
}

const dateTime = { type: 'string', format: 'date-time' }

const schemaOfKind: Partial<Record<Field['kind'], (field: Field) => JsonSchema>> = {
  number: (field) => ({
    type: field.integer ? 'integer' : 'number',
    ...(field.min === undefined ? {} : { minimum: field.min }),
    ...(field.max === undefined ? {} : { maximum: field.max }),
  }),
  boolean: () => ({ type: 'boolean' }),
  timestamp: () => dateTime,
  date: () => ({ type: 'string', format: 'date' }),
  timeOfDay: () => ({ type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  timeZone: () => ({ type: 'string', description: 'IANA time zone name, such as America/New_York' }),
  email: () => ({ type: 'string', format: 'idn-email', maxLength: 320 }),
  emailList: (field) => listSchema(field, { type: 'string', format: 'idn-email', maxLength: 320 }),
  domainList: (field) => listSchema(field, { type: 'string', format: 'hostname', maxLength: 253 }),
  textList: (field) =>
    listSchema(field, { type: 'string', ...(field.values && !field.moreIn ? { enum: field.values } : {}) }),
  referenceList: (field) => listSchema(field, idSchema(field)),
  select: ({ values, moreIn }) =>
    moreIn ? { type: 'string', maxLength: longestChoice, examples: values } : { type: 'string', enum: values },
  reference: idSchema,
  map: () => ({ type: 'object', additionalProperties: { type: 'string' } }),
  color: () => ({ type: 'string', pattern: '^#[0-9a-f]{6}$' }),
  file: () => ({ type: 'string', pattern: '^[0-9a-f]{64}$' }),
}

function textSchemaOf(field: Field): JsonSchema {
  return {
    type: 'string',
    ...(field.max === undefined ? {} : { maxLength: field.max }),
    ...(field.pattern ? { pattern: field.pattern.source } : {}),
  }
}

function listSchema(field: Field, items: JsonSchema): JsonSchema {
  return {
    type: 'array',
    items,
    uniqueItems: true,
    maxItems: field.max ?? 1000,
  }
}

function idSchema(field: Field): JsonSchema {
  if (field.idKind === 'number') return { type: 'integer' }
  return field.idKind === 'text' ? { type: 'string' } : { type: 'string', format: 'uuid' }
}
