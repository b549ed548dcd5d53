import { pluralOf, snakeCase } from '@courtcrier/contract/names.ts'
import { pageLimits } from '@courtcrier/contract/query.ts'
import { messageOf, type Resource } from '@courtcrier/contract/resource.ts'
import { mostSelected } from '@courtcrier/contract/selection.ts'
import { rowContent, rowSchema } from './openapi-schemas.ts'
import {
  binarySchema,
  type DocumentedRoute,
  type JsonSchema,
  jsonContent,
  type Operation,
  objectSchema,
  textSchema,
} from './operation.ts'

/** The routes that every resource has, as its definition makes them. */
export function resourceOperations(resource: Resource): DocumentedRoute[] {
  if (resource.isSingleton) return []
  const reads = [
    route(resource, 'GET', '/search', searchOperation(resource)),
    route(resource, 'GET', '/count', countOperation(resource)),
    route(resource, 'GET', '/titles', titlesOperation(resource)),
    route(resource, 'GET', '/{id}', {
      summary: `Read ${one(resource)}`,
      answer: rowContent(resource),
      refusals: [403, 404],
    }),
  ]
  return resource.isReadOnly ? reads : [...reads, ...writes(resource)]
}

const ifMatch = {
  schema: textSchema,
  description: 'The updated_at of the record as it was read, in quotation marks: 412 when it is another by now',
}

function writes(resource: Resource): DocumentedRoute[] {
  const creation = { $ref: `#/components/schemas/New${messageOf(resource)}` }
  return [
    route(resource, 'POST', '', {
      summary: `Create ${one(resource)}`,
      body: { ...rowContent(resource), ...jsonContent(creation) },
      answer: rowContent(resource),
      status: 201,
      refusals: [400, 403, 409, 415],
    }),
    route(resource, 'PUT', '/{id}', {
      summary: `Change ${one(resource)}; absent fields stay as they are`,
      headers: { 'if-match': ifMatch },
      body: rowContent(resource),
      answer: rowContent(resource),
      refusals: [400, 403, 404, 409, 412, 415],
    }),
    route(resource, 'DELETE', '/{id}', { summary: `Delete ${one(resource)}`, refusals: [403, 404, 409] }),
    ...bulkRoutes(resource),
  ]
}

function route(resource: Resource, method: string, path: string, operation: Omit<Operation, 'tag'>): DocumentedRoute {
  return {
    method,
    path: `/api/v1/${resource.name}${path}`,
    operation: { tag: resource.label[1], ...operation },
    needsToken: true,
  }
}

function searchOperation(resource: Resource): Omit<Operation, 'tag'> {
  const list = objectSchema({ [pluralOf(resource.name)]: { type: 'array', items: rowSchema(resource) } })
  return {
    summary: `Search ${resource.label[1].toLowerCase()}; the header x-total-count says how many there are; with x-total-at-least: true there are more than were counted`,
    query: searchParameters(resource),
    answer: { ...jsonContent(list), 'application/x-protobuf': binarySchema },
    refusals: [400, 403, 422, 503],
  }
}

function countOperation(resource: Resource): Omit<Operation, 'tag'> {
  const { freeText, filters } = searchParameters(resource)
  return {
    summary: `Count ${resource.label[1].toLowerCase()} to the last, which takes long where there are many`,
    query: { ...(freeText ? { freeText } : {}), ...(filters ? { filters } : {}) },
    answer: jsonContent(objectSchema({ count: { type: 'integer', minimum: 0 } })),
    refusals: [400, 403, 422, 503],
  }
}

const idList: JsonSchema = { type: 'array', items: textSchema, maxItems: mostSelected }
const selection = {
  ids: idList,
  filter: { type: 'array', items: { type: 'object' } },
  freeText: textSchema,
  except: idList,
  count: { type: 'integer', minimum: 1, maximum: mostSelected },
}
const rehearse = { type: 'boolean', default: false }
const selects =
  '{ids}, or {filter, freeText, except, count} for all that a search finds; 409 when those are not count rows'

/** What became of each of several rows. */
export const outcomesSchema: JsonSchema = {
  type: 'array',
  items: objectSchema(
    { id: textSchema, title: { type: ['string', 'null'] }, isDone: { type: 'boolean' }, reason: textSchema },
    ['reason'],
  ),
}
const bulkAnswer = jsonContent(objectSchema({ outcomes: outcomesSchema, undo_id: textSchema }, ['undo_id']))

function bulkRoutes(resource: Resource): DocumentedRoute[] {
  const many = resource.label[1].toLowerCase()
  const body = (more: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []) => {
    const all = { ...selection, ...more }
    const optional = Object.keys(all).filter((name) => !required.includes(name))
    return jsonContent(objectSchema(all, optional))
  }
  const values = { $ref: `#/components/schemas/${messageOf(resource)}` }
  const refusals = [400, 403, 409]
  return [
    route(resource, 'POST', '/bulk-delete', {
      summary: `Delete several of the ${many}: ${selects}. With rehearse it only says what would be done`,
      body: body({ rehearse }),
      answer: bulkAnswer,
      refusals,
    }),
    route(resource, 'POST', '/bulk-update', {
      summary: `Give several of the ${many} the same values: ${selects}. With rehearse it only says what would be done`,
      body: body({ values, rehearse }, ['values']),
      answer: bulkAnswer,
      refusals,
    }),
    route(resource, 'POST', '/bulk-values', {
      summary: `What several of the ${many} have in common, of the fields that the role may change: ${selects}`,
      body: body({}),
      answer: jsonContent(objectSchema({ values, mixed: { type: 'array', items: textSchema } })),
      refusals,
    }),
  ]
}

function searchParameters(resource: Resource): NonNullable<Operation['query']> {
  const filters = (resource.list.filters ?? resource.list.columns).map(snakeCase).join(', ')
  const whole = (maximum?: number): JsonSchema => ({ type: 'integer', minimum: 0, ...(maximum ? { maximum } : {}) })
  return {
    max: { schema: { ...whole(pageLimits.max), default: pageLimits.default }, description: 'Rows of the page' },
    offset: { schema: { ...whole(), default: 0 }, description: 'Rows before the page' },
    freeText: { schema: { ...textSchema, maxLength: pageLimits.freeText }, description: 'Words to look for' },
    sort: {
      schema: { ...textSchema, default: snakeCase(resource.list.sort) },
      description: 'Fields to sort by, separated by commas; a leading minus means descending',
    },
    filters: {
      schema: textSchema,
      description:
        'JSON list of conditions: {"field", "in": []}, {"field", "from", "to"}, {"field", "contains"}, ' +
        `{"field", "isEmpty"}. Usual fields: ${filters}`,
    },
  }
}

function titlesOperation(resource: Resource): Omit<Operation, 'tag'> {
  const titles: JsonSchema = { type: 'object', additionalProperties: textSchema }
  return {
    summary: `Names of ${resource.label[1].toLowerCase()} by id`,
    query: { ids: { schema: textSchema, description: 'Ids, separated by commas', required: true } },
    answer: jsonContent(objectSchema({ titles })),
    refusals: [400, 403],
  }
}

function one(resource: Resource): string {
  return `one of the ${resource.label[1].toLowerCase()}`
}
