import * as z from 'zod/mini'
import { user } from '../resources/user.ts'
import { defineCall, described, type Fixed } from './call.ts'

const tag = user.label[1]

/** How long the link of an invitation works. */
export const invitationDays = 7

const canSend = described(z.boolean(), 'Whether there is a mail server or a sending account for outgoing email')
const way = described(
  z.enum(['password', 'sign_on']),
  'How people of the firm get in: by a password that the emailed link sets, or by single sign-on',
)
export type InvitationWay = z.output<typeof way>

const invitation = z.object({
  canSend,
  way,
  hasPassword: z.boolean(),
  isSettled: described(
    z.boolean(),
    'Whether the user has a way in: a password or, with single sign-on, an account at an identity provider',
  ),
  invitedAt: z.nullable(z.iso.datetime()),
  invitedBy: described(z.nullable(z.string()), 'Name of the user who sent the latest invitation'),
  acceptedAt: described(
    z.nullable(z.iso.datetime()),
    'When the password was set by its link or, with single sign-on, the user first signed in',
  ),
  revokedAt: z.nullable(z.iso.datetime()),
  isOpen: described(z.boolean(), 'Whether it can still be accepted'),
})
export type Invitation = Fixed<z.output<typeof invitation>>

export const readInvitationTerms = defineCall({
  method: 'GET',
  path: '/user/invitation',
  tag,
  summary: 'Whether new users can be invited by email',
  answer: z.object({ canSend, way }),
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
  summary: `Email a user who has no way in yet a link to set a password, which works once, for ${invitationDays} days, or with single sign-on the address of the login page`,
  refusals: [403, 404, 409, 429],
})

export const revokeInvitation = defineCall({
  method: 'DELETE',
  path: '/user/:id/invitation',
  tag,
  summary:
    'Revoke an open invitation: its link stops working at once, and with single sign-on the user is not let in until invited again',
  refusals: [403, 404, 409],
})

export const readInvitationLink = defineCall({
  method: 'POST',
  path: '/auth/invitation',
  tag: 'Session',
  summary: 'What a link to set a password is for, by its token',
  body: z.object({ token: z.string('not_text').check(z.minLength(1, 'required'), z.maxLength(200, 'too_long:200')) }),
  answer: z.object({
    isInvitation: described(z.boolean(), 'Whether it sets a first password, and not a new one'),
    firmName: z.string(),
    invitedBy: z.nullable(z.string()),
    role: described(z.nullable(z.string()), 'Name of the role the user is invited as'),
  }),
  refusals: [400, 404, 429],
})
