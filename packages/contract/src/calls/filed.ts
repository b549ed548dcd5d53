import * as z from 'zod/mini'
import { inSentence, pluralOf } from '../names.ts'
import { pageLimits } from '../page-limits.ts'
import type { Resource } from '../resource.ts'
import { defineCall, described, row } from './call.ts'

/** Lists the records of one kind that belong to another record; rows are the same as in a search. */
export const listFiled = (parent: Resource, resource: Resource) =>
  defineCall({
    method: 'GET',
    path: `/filed/${parent.name}/:id/${resource.name}` as `/filed/${string}/:id/${string}`,
    tag: parent.label[1],
    ...(parent.idKind === 'text' && { params: { id: z.string() } }),
    summary: `${resource.label[1]} for a ${inSentence(parent.label[0])}; the x-total-count header has the total`,
    // Parsed like a search's parameters, with the same problems.
    query: z.looseObject({
      max: z.optional(described(z.string(), `Rows per page, up to ${pageLimits.max}; ${pageLimits.default} if absent`)),
      offset: z.optional(described(z.string(), 'Rows to skip; 0 if absent')),
    }),
    answer: z.object({ [pluralOf(resource.name)]: z.array(row(resource)) }),
    isMessageToo: true,
    refusals: [400, 403, 404],
  })
