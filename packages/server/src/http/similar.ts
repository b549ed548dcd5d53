import { ApiError } from '@courtcrier/contract/errors.ts'
import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, findField, type Likeness, type Resource } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { mostSimilar, similarReasons } from '@courtcrier/contract/similar.ts'
import type { FastifyInstance } from 'fastify'
import { withFirmRead } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { findSimilar } from '../records/similar.ts'
import { type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './openapi/operation.ts'
import { demand } from './resources.ts'
import { readObject } from './server/negotiation.ts'

/** Finds records that may be the one being typed in, for every resource that defines how to compare them. */
export function similarRoutes(api: FastifyInstance, services: Pick<Services, 'database'>): void {
  for (const resource of resources.filter(hasLikeness)) {
    api.post(`/${resource.name}/similar`, { config: { operation: similarOperation(resource) } }, async (request) => {
      const scope = demand(request, resource, 'READ')
      const values = readTyped(resource, readObject(request))
      const similar = await withFirmRead(services.database, scope.firmId, (trx) =>
        findSimilar(trx, resource, { scope, values }),
      )
      return { similar }
    })
  }
}

type Likened = Resource & { likeness: Likeness }

function hasLikeness(resource: Resource): resource is Likened {
  return resource.likeness !== undefined
}

/** Accepts half-typed values, whatever the form would say about them, but only short texts. */
function readTyped(resource: Likened, body: AnyRow): AnyRow {
  const { name, number, with: also } = resource.likeness
  const known = ['id', name, number, ...also]
  const values = rowFromJson(body, resource)
  const problems = Object.entries(values).flatMap(([field, value]) => {
    if (!known.includes(field)) return [unknownField(resource, field)]
    if (value === null) return []
    if (typeof value !== 'string') return [{ field: snakeCase(field), code: 'not_text' }]
    if (value.includes('\0')) return [{ field: snakeCase(field), code: 'control_characters' }]
    return value.length > longest ? [{ field: snakeCase(field), code: `too_long:${longest}` }] : []
  })
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
  return values
}

/** A field of the resource that isn't compared, or a name that it doesn't have, as it was sent. */
function unknownField(resource: Resource, field: string): Problem {
  const code = 'unknown_field'
  return findField(resource, field) ? { field: snakeCase(field), code } : { field, code, isAsSent: true }
}

const longest = 500

function similarOperation(resource: Likened): Operation {
  const { name, number, with: also } = resource.likeness
  const keys = [name, number, ...also].map(snakeCase)
  const typed: JsonSchema = { type: ['string', 'null'], maxLength: longest }
  const body = Object.fromEntries(['id', ...keys].map((key) => [key, typed]))
  const record = objectSchema({
    id: textSchema,
    title: { type: ['string', 'null'] },
    reasons: { type: 'array', items: { type: 'string', enum: Object.keys(similarReasons) } },
    why: textSchema,
    values: { type: 'object' },
  })
  return {
    tag: resource.label[1],
    summary:
      `Up to ${mostSimilar} of the ${resource.label[1].toLowerCase()} that may be the one being entered, ` +
      'best match first; id excludes the record itself',
    body: jsonContent(objectSchema(body, Object.keys(body))),
    answer: jsonContent(objectSchema({ similar: { type: 'array', items: record } })),
    refusals: [400, 403],
  }
}
