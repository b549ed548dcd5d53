import { ApiError } from '@courtcrier/contract/errors.ts'
import { isPlainText } from '@courtcrier/contract/fields/string-kinds.ts'
import { pageLimits, type QueryParameters } from '@courtcrier/contract/query.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import type { Services } from '../base/services.ts'
import { findRecords, mostOfEach } from '../resources/find-records.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'
import { searchInTime } from './run-search.ts'

/** Records of every kind by a few words, for going to one: the console's palette asks with every letter. */
export function findRoutes(api: FastifyInstance, services: Pick<Services, 'database'>): void {
  api.get('/find', { config: { operation } }, async (request) => {
    const caller = callerOf(request)
    const text = readText(request)
    if (text === '') return { records: [], more: [] }
    return searchInTime(services, { caller, freeText: text }, (trx) => findRecords(trx, caller, text))
  })
}

function readText(request: FastifyRequest): string {
  const { text = '', ...others } = request.query as QueryParameters
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) refuse(unknown, 'unknown_field')
  // The same parameter twice is a list.
  if (typeof text !== 'string') refuse('text', 'not_text')
  if (text.length > pageLimits.freeText) refuse('text', `too_long:${pageLimits.freeText}`)
  if (!isPlainText(text)) refuse('text', 'control_characters')
  return text.trim()
}

function refuse(field: string, code: string): never {
  throw new ApiError('invalid_input', { problems: [{ field, code }] })
}

const entity = { type: 'string', enum: resources.map(({ name }) => name) }

const operation: Operation = {
  tag: 'Find',
  summary: `At most ${mostOfEach} records of each entity that the words fit or whose id it is, the likeliest first`,
  query: { text: { schema: { ...textSchema, maxLength: pageLimits.freeText }, description: 'Words, or an id' } },
  answer: jsonContent(
    objectSchema({
      records: {
        type: 'array',
        items: objectSchema({ entity, id: textSchema, title: textSchema, detail: textSchema }),
      },
      more: { type: 'array', items: entity, description: 'Entities of which more fit than are given' },
    }),
  ),
  refusals: [400, 422],
}
