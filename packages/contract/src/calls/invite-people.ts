import * as z from 'zod/mini'
import { user } from '../resources/user.ts'
import { uuidText } from '../uuid.ts'
import { defineCall, described, type Fixed } from './call.ts'

/** The most people one call can invite. */
export const mostInvited = 500

/** What becomes of one of the people, or would. */
const inviteOutcomes = [
  'new',
  'uninvited',
  'invited',
  'created',
  'user',
  'invalid',
  'duplicate',
  'refused',
  'failed',
] as const
export type InviteOutcome = (typeof inviteOutcomes)[number]

const words = (max: number) => z.string('not_text').check(z.maxLength(max, `too_long:${max}`))

const invited = z.object({
  email: z.string(),
  fullName: z.string(),
  outcome: described(
    z.enum(inviteOutcomes),
    'In a rehearsal: new (to be created), uninvited (a user who has neither a way in nor an open invitation). After that: invited, created (not emailed), failed (can be tried again). In both: user (nothing to do), invalid, duplicate (named earlier in the list), refused',
  ),
  reason: described(z.nullable(z.string()), 'Why, as a sentence'),
  userId: z.nullable(z.string()),
  timekeeper: described(z.nullable(z.string()), 'Name of the timekeeper the new user is linked to'),
})
export type InvitedPerson = Fixed<z.output<typeof invited>>

export const invitePeople = defineCall({
  method: 'POST',
  path: '/user/invitations',
  tag: user.label[1],
  summary: `Create users and email each an invitation, or rehearse it; up to ${mostInvited}. People who are users already get no second email, so a call can be repeated`,
  body: z.object({
    people: z
      .array(z.object({ email: words(1000), fullName: words(1000) }), 'not_list')
      .check(z.minLength(1, 'required_items'), z.maxLength(mostInvited, `too_many:${mostInvited}`)),
    securityRoleId: uuidText('not_reference'),
    linkTimekeepers: described(
      z.optional(z.boolean('not_boolean')),
      'Whether a new user is linked to the timekeeper with the same email address',
    ),
    rehearse: described(z.optional(z.boolean('not_boolean')), 'Reports what would be done, and changes nothing'),
  }),
  answer: z.object({
    canSend: described(z.boolean(), 'Whether invitations can be emailed; without, users are created only'),
    people: z.array(invited),
    undoId: z.optional(
      described(z.string(), 'For POST /undo/{id}, which revokes the invitations not used yet; absent if none was sent'),
    ),
  }),
  refusals: [400, 403, 429],
})
