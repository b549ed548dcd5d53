import * as z from 'zod/mini'
import { ethicalWall } from '../resources/ethical-wall.ts'
import { anyId } from '../uuid.ts'
import { defineCall, described, type Fixed } from './call.ts'
import { draftOf } from './draft.ts'

const count = z.int().check(z.minimum(0))

/** The most people named on each side of a wall in its preview. */
export const mostNamedByWall = 12

const reach = z.object({
  cases: described(
    z.nullable(count),
    'Cases behind the wall; null if your role may not see cases or what leads to them',
  ),
  filings: described(
    z.nullable(count),
    'Filings behind the wall; null if your role may not see filings or what leads to them',
  ),
})

const excluded = z.object({
  id: z.string(),
  name: z.string(),
  has_login: described(
    z.nullable(z.boolean()),
    'Whether a user who can log in is this timekeeper; null if your role may not see which users are',
  ),
  is_assigned: described(z.boolean(), 'Whether a case behind the wall is assigned to the timekeeper'),
  ...reach.shape,
})

const wallPreview = z.object({
  ...reach.shape,
  excluded: described(
    z.array(excluded),
    'Timekeepers the wall excludes, assigned ones first, each with the cases and filings they can see now',
  ),
  excluded_count: count,
  left: described(z.array(z.object({ id: z.string(), name: z.string() })), 'Users who can still see the cases'),
  left_count: described(z.nullable(count), 'Null if your role may not see what decides it'),
  is_on: described(z.boolean(), 'Whether the firm has its ethical walls turned on'),
})
export type WallPreview = Fixed<z.output<typeof wallPreview>>
export type WallExcluded = WallPreview['excluded'][number]

export const previewWall = defineCall({
  method: 'POST',
  path: '/ethical_wall/preview',
  tag: ethicalWall.label[1],
  summary: 'Who a wall would exclude from how many cases and filings, and who could still see them',
  body: z.object({
    id: z.optional(described(anyId(), 'The saved wall this is a draft of')),
    ...draftOf(ethicalWall, 'wallType', 'matterId', 'clientId', 'timekeeperIds'),
  }),
  answer: wallPreview,
  refusals: [400, 403, 429],
})
