import { inSentence, pluralOf, snakeCase } from '@courtcrier/contract/names.ts'
import { pageLimits } from '@courtcrier/contract/page-limits.ts'
import { canFilter, canSort } from '@courtcrier/contract/query.ts'
import { baseFields, messageOf, type Resource } from '@courtcrier/contract/resource.ts'
import { mostSelected } from '@courtcrier/contract/selection.ts'
import { behaviourOf } from '../../records/behaviour.ts'
import { listHeaders } from './call-operation.ts'
import { rowContent, rowSchema } from './openapi-schemas.ts'
import {
  closedSchema,
  type DocumentedRoute,
  type JsonSchema,
  jsonContent,
  type Operation,
  objectSchema,
  protobufContent,
  textSchema,
} from './operation.ts'
import { ifMatch, secrets, undo, version } from './record-headers.ts'

/** Returns the routes every resource has, derived from its definition. */
export function resourceOperations(resource: Resource): DocumentedRoute[] {
  if (resource.isSingleton) return []
  const reads = [
    route(resource, 'GET', '/search', searchOperation(resource)),
    route(resource, 'POST', '/search', postedSearch(resource)),
    route(resource, 'GET', '/count', countOperation(resource)),
    route(resource, 'GET', '/titles', titlesOperation(resource)),
    route(resource, 'GET', '/{id}', {
      summary: `Get ${one(resource)} by ID`,
      answerHeaders: { ...version, ...secrets(resource) },
      answer: rowContent(resource),
      mayBeUnchanged: true,
      refusals: [403, 404],
    }),
  ]
  return resource.isReadOnly ? reads : [...reads, ...writes(resource)]
}

function writes(resource: Resource): DocumentedRoute[] {
  const creation = { $ref: `#/components/schemas/New${messageOf(resource)}` }
  return [
    route(resource, 'POST', '', {
      summary: `Create ${one(resource)}`,
      answerHeaders: { ...version, ...undo, ...secrets(resource), location: 'Path of the new record' },
      body: { ...rowContent(resource), ...jsonContent(creation) },
      answer: rowContent(resource),
      status: 201,
      refusals: [400, 403, 409, 415],
    }),
    route(resource, 'PUT', '/{id}', {
      summary: `Update ${one(resource)}; absent fields are left unchanged`,
      answerHeaders: { ...version, ...undo, ...secrets(resource) },
      headers: { 'if-match': ifMatch },
      body: rowContent(resource),
      answer: rowContent(resource),
      refusals: [400, 403, 404, 409, 412, 415],
    }),
    route(resource, 'DELETE', '/{id}', {
      summary: `Delete ${one(resource)}`,
      headers: { 'if-match': ifMatch },
      answerHeaders: undo,
      refusals: [403, 404, 409, 412],
    }),
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
    summary: `Search ${inSentence(resource.label[1])}; the x-total-count header has the total; with x-total-at-least: true, there are more than were counted`,
    query: searchParameters(resource),
    answerHeaders: {
      ...listHeaders,
      'x-next-cursor': 'With cursor: where the next page begins',
    },
    answer: { ...jsonContent(list), ...protobufContent() },
    refusals: [400, 403, 422, 503],
  }
}

/** The same search with its parameters in the body, where filters can be as long as they need to be. */
function postedSearch(resource: Resource): Omit<Operation, 'tag'> {
  const { query = {}, ...search } = searchOperation(resource)
  const properties = Object.entries(query).map(([name, { schema, description }]) => [name, { ...schema, description }])
  const filters: JsonSchema = {
    type: ['array', 'string'],
    items: filterSchema,
    description: query.filters?.description,
  }
  const body = objectSchema({ ...Object.fromEntries(properties), filters }, Object.keys(query))
  return {
    ...search,
    summary: `${search.summary.split(';')[0]}, with the parameters in the body`,
    body: jsonContent(closedSchema(body)),
  }
}

const filterSchema: JsonSchema = {
  type: 'object',
  properties: {
    field: textSchema,
    in: { type: 'array', items: textSchema, maxItems: pageLimits.values },
    from: textSchema,
    to: textSchema,
    contains: textSchema,
    isEmpty: { type: 'boolean' },
    hour: { type: 'integer', minimum: 0, maximum: 23 },
    zone: textSchema,
  },
  required: ['field'],
  additionalProperties: false,
}

function countOperation(resource: Resource): Omit<Operation, 'tag'> {
  const { max: _, offset: __, sort: ___, cursor: ____, ...query } = searchParameters(resource)
  return {
    summary: `Exact count of ${inSentence(resource.label[1])}; slow when there are many`,
    query,
    answer: jsonContent(objectSchema({ count: { type: 'integer', minimum: 0 } })),
    refusals: [400, 403, 422, 503],
  }
}

const idList: JsonSchema = { type: 'array', items: textSchema, maxItems: mostSelected }
const selection = {
  ids: idList,
  filters: { type: 'array', items: filterSchema },
  freeText: textSchema,
  except: idList,
  count: { type: 'integer', minimum: 1, maximum: mostSelected },
}
const rehearse = { type: 'boolean', default: false }
const selects =
  '{ids}, or {filters, freeText, except, count} for everything a search finds; 409 if that is not exactly count rows'

/** The result for each of several rows. */
const outcomesSchema: JsonSchema = {
  type: 'array',
  items: objectSchema(
    { id: textSchema, title: { type: ['string', 'null'] }, isDone: { type: 'boolean' }, reason: textSchema },
    ['reason'],
  ),
}
const bulkAnswer = jsonContent(objectSchema({ outcomes: outcomesSchema, undo_id: textSchema }, ['undo_id']))

function bulkRoutes(resource: Resource): DocumentedRoute[] {
  const many = inSentence(resource.label[1])
  const body = (more: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []) => {
    const all = { ...selection, ...more }
    const optional = Object.keys(all).filter((name) => !required.includes(name))
    return jsonContent(closedSchema(objectSchema(all, optional)))
  }
  const values = { $ref: `#/components/schemas/${messageOf(resource)}` }
  const refusals = [400, 403, 409]
  return [
    route(resource, 'POST', '/bulk-delete', {
      summary: `Delete several ${many}: ${selects}. With rehearse, only reports what would be done`,
      body: body({ rehearse }),
      answer: bulkAnswer,
      refusals,
    }),
    route(resource, 'POST', '/bulk-update', {
      summary: `Set the same values on several ${many}: ${selects}. With rehearse, only reports what would be done`,
      body: body({ values, rehearse }, ['values']),
      answer: bulkAnswer,
      refusals,
    }),
    route(resource, 'POST', '/bulk-values', {
      summary: `Values that several ${many} have in common, in the fields the role can change: ${selects}`,
      body: body({}),
      answer: jsonContent(objectSchema({ values, mixed: { type: 'array', items: textSchema } })),
      refusals,
    }),
  ]
}

function searchParameters(resource: Resource): NonNullable<Operation['query']> {
  const keys = [...baseFields, ...Object.keys(resource.fields)]
  const told = behaviourOf(resource).present?.fields ?? []
  const named = (able: (resource: Resource, key: string) => boolean) =>
    keys
      .filter((key) => able(resource, key))
      .map(snakeCase)
      .join(', ')
  const filters = named((_, key) => canFilter(resource, key) && !told.includes(key))
  const whole = (maximum?: number): JsonSchema => ({ type: 'integer', minimum: 0, ...(maximum ? { maximum } : {}) })
  return {
    max: { schema: { ...whole(pageLimits.max), default: pageLimits.default }, description: 'Rows per page' },
    offset: { schema: { ...whole(), default: 0 }, description: 'Rows to skip' },
    freeText: { schema: { ...textSchema, maxLength: pageLimits.freeText }, description: 'Search terms' },
    sort: {
      schema: { ...textSchema, default: snakeCase(resource.list.sort) },
      description: `Comma-separated fields to sort by; a leading minus means descending. Fields: ${named(canSort)}`,
    },
    filters: {
      schema: textSchema,
      description:
        'JSON list of conditions: {"field", "in": []}, {"field", "from", "to"}, {"field", "contains"}, ' +
        `{"field", "isEmpty"}. Only one may be by dates. Fields: ${filters}`,
    },
    ...foldParameter(resource),
    cursor: {
      schema: textSchema,
      description:
        'Lists by last change, instead of sort and offset: empty for the first page, then the x-next-cursor of the ' +
        'previous answer. A page of fewer than max rows is the last for now',
    },
  }
}

function foldParameter({ list: { fold } }: Resource): NonNullable<Operation['query']> {
  if (!fold) return {}
  const [by, first] = [snakeCase(fold.by), fold.first.map(({ field }) => snakeCase(field)).join(' and ')]
  const description =
    `Of the records with the same ${by} that match, return only the first by ${first}; ` +
    `filters on ${first} apply to that one`
  return { fold: { schema: { ...textSchema, enum: [by] }, description } }
}

function titlesOperation(resource: Resource): Omit<Operation, 'tag'> {
  const titles: JsonSchema = { type: 'object', additionalProperties: textSchema }
  return {
    summary: `Names of ${inSentence(resource.label[1])} by ID`,
    query: { ids: { schema: textSchema, description: 'Comma-separated IDs', required: true } },
    answer: jsonContent(
      objectSchema({ titles, full: { ...titles, description: 'In full, if shortened in `titles`' } }),
    ),
    refusals: [400, 403],
  }
}

function one(resource: Resource): string {
  return inSentence(resource.label[0])
}
