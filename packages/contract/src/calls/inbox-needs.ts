import * as z from 'zod/mini'
import { fixKinds } from '../triage.ts'
import { defineCall, described, type Fixed } from './call.ts'
import { idList } from './id-list.ts'

// In a file of its own: the list asks for it, and must not load the calls of an open item.
const suggestion = z.object({ id: z.string(), name: z.string() })

const need = z.object({
  id: z.string(),
  fixes: described(z.array(z.enum(fixKinds)), 'Fixes the item needs that the user can make, most likely first'),
  hasCandidates: described(z.boolean(), 'Whether there are candidate cases to choose from'),
  suggestion: described(
    z.nullable(suggestion),
    'The only candidate case that nothing contradicts; null if none or several',
  ),
  hasAddress: described(z.boolean(), 'Whether the notice has the court address of a missing document'),
})
/** What a stopped item needs. */
export type ItemNeed = Fixed<z.output<typeof need>>

/** Items per request. */
const mostNeeds = 500

export const readNeeds = defineCall({
  method: 'GET',
  path: '/inbox/needs',
  tag: 'Inbox',
  summary: 'For each item that needs attention, the fixes the user can make',
  query: z.object({
    ids: idList(mostNeeds, 'items'),
  }),
  answer: z.object({ needs: z.array(need) }),
  refusals: [403],
})
