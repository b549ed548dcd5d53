import * as z from 'zod/mini'
import { user } from '../resources/user.ts'
import { defineCall, described, type Fixed } from './call.ts'

const tag = user.label[1]

/** How long the link of an invitation works. */
export const invitationDays = 7

const invitation = z.object({
  canSend: described(z.boolean(), 'Whether there is a mail server or a sending account for outgoing email'),
  hasPassword: z.boolean(),
  invitedAt: z.nullable(z.iso.datetime()),
  invitedBy: described(z.nullable(z.string()), 'Name of the user who sent the latest invitation'),
  acceptedAt: described(z.nullable(z.iso.datetime()), 'When the password was set by its link'),
  isOpen: described(z.boolean(), 'Whether its link still works'),
})
export type Invitation = Fixed<z.output<typeof invitation>>

export const readInvitationTerms = defineCall({
  method: 'GET',
  path: '/user/invitation',
  tag,
  summary: 'Whether new users can be invited by email',
  answer: z.object({ canSend: z.boolean() }),
  refusals: [403],
})

export const readInvitation = defineCall({
  method: 'GET',
  path: '/user/:id/invitation',
  tag,
  summary: "A user's latest invitation to set a password",
  answer: invitation,
  refusals: [403, 404],
})

export const sendInvitation = defineCall({
  method: 'POST',
  path: '/user/:id/invitation',
  tag,
  summary: `Email a user without a password a link to set one, which works once, for ${invitationDays} days`,
  refusals: [403, 404, 409, 429],
})
