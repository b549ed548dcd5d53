import * as z from 'zod/mini'
import { defineCall, described, type Fixed } from './call.ts'
import { webAuthnJson } from './factor-challenge.ts'
import { text } from './session.ts'

const tag = 'Session'

/** For how long a sign-in, or a confirmation, is enough for what is asked about again. */
export const confirmationMinutes = 15

/** How a signed-in user can confirm that it is them. */
export const confirmationWays = ['password', 'totp', 'passkey'] as const
export type ConfirmationWay = (typeof confirmationWays)[number]

const begun = z.object({
  ways: described(
    z.array(z.enum(confirmationWays)),
    'The ways this user has; none for someone with neither a password nor a second factor here, who has to log in again',
  ),
  challenge: described(z.nullable(z.string()), 'For a passkey'),
  passkeyOptions: described(z.nullable(webAuthnJson), "For the browser's navigator.credentials.get"),
})
export type ConfirmationQuestion = Fixed<z.output<typeof begun>>

export const beginConfirmation = defineCall({
  method: 'POST',
  path: '/auth/confirmation/begin',
  tag,
  summary: 'How you can confirm that it is you',
  answer: begun,
})

export const confirmIdentity = defineCall({
  method: 'POST',
  path: '/auth/confirmation',
  tag,
  summary: `Confirm that it is you, for ${confirmationMinutes} minutes: calls that change roles, walls, credentials, tokens, webhooks or users' access, and undoing such a change, ask for it with confirmation_required`,
  body: z.object({
    way: z.enum(confirmationWays),
    password: z.optional(text),
    code: z.optional(text),
    challenge: z.optional(text),
    passkey: z.optional(webAuthnJson),
  }),
  refusals: [400, 429],
})
