import * as z from 'zod/mini'
import { resources } from '../resources/registry.ts'
import { asSpelled, defineCall, described } from './call.ts'

const whole = z.int().check(z.minimum(0))
const maybeText = z.nullable(z.string())

const undo = z.object({
  id: z.string(),
  entity: z.enum(resources.filter(({ isUndoable }) => isUndoable).map(({ name }) => name)),
  kind: z.enum(['create', 'update', 'delete', 'import', 'invite']),
  count: described(whole, 'Records affected by the change'),
  remaining: described(whole, 'Records not undone yet'),
  createdAt: z.iso.datetime(),
  userId: maybeText,
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
  undoneAt: described(z.nullable(z.iso.datetime()), 'When all of it was undone'),
  undoneBy: maybeText,
  followed: described(maybeText, "What came of the change and can't be undone, so that it can't be undone either"),
})

/** The result for one of several records. */
export const outcome = asSpelled(
  z.object({
    id: z.string(),
    title: maybeText,
    isDone: z.boolean(),
    reason: z.optional(z.string()),
    with: z.optional(described(z.string(), "ID of the selected record it belongs to, if it wasn't selected itself")),
  }),
)

const tag = 'Undo'

export const readUndo = defineCall({
  method: 'GET',
  path: '/undo/:id',
  tag,
  summary: 'What undoing a change would revert; only for the user who made it and roles that can change the firm',
  answer: undo,
  refusals: [403, 404],
})

export const takeBack = defineCall({
  method: 'POST',
  path: '/undo/:id',
  tag,
  summary:
    'Undo a change: its ID is the x-undo-id header of a POST, PUT or DELETE, or undo_id of a bulk call, of an ' +
    'import or of invitations, which are revoked. Records changed since then are left alone and reported. Available for 24 hours, or 7 days after an import',
  answer: z.object({ done: whole, refused: whole, outcomes: z.array(outcome) }),
  refusals: [403, 404, 409],
})
