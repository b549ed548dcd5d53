import * as z from 'zod/mini'
import { user } from '../resources/user.ts'
import { defineCall, described, type Fixed } from './call.ts'
import { factorWays, webAuthnJson } from './factor-challenge.ts'
import { givenName } from './given-name.ts'
import { sessionAnswer, text } from './session.ts'

const tag = 'Second factors'

/** More don't help anyone, and each is asked for at every sign-in. */
export const mostPasskeys = 20

/** How many recovery codes a user has. */
export const recoveryCodeCount = 10

const cookie = { 'set-cookie': 'Binds the sign-in to this browser; valid for ten minutes' }
const challenge = described(text, 'From the call that began this')
const signedInPasskey = described(z.optional(webAuthnJson), 'What navigator.credentials.get answered, as JSON')
const recoveryCodes = described(
  z.nullable(z.array(z.string())),
  'New recovery codes, shown only now, if this is the first factor',
)

export const finishSecondFactor = defineCall({
  method: 'POST',
  path: '/auth/login/second-factor',
  tag,
  summary: 'Answer the question for the second factor, in the browser that signed in, and get the session',
  body: z.object({
    challenge,
    way: z.enum(factorWays),
    code: described(z.optional(z.string('not_text').check(z.maxLength(100, 'too_long:100'))), 'For totp and recovery'),
    passkey: signedInPasskey,
  }),
  answer: sessionAnswer,
  answerHeaders: { 'set-cookie': 'Marks the browser as known, and ends the cookie of the question' },
  refusals: [400, 401, 429],
})

export const beginPasskeySignIn = defineCall({
  method: 'POST',
  path: '/auth/login/passkey',
  tag,
  summary: 'Begin to sign in with a passkey alone',
  answer: z.object({ challenge: z.string(), passkey_options: webAuthnJson }),
  answerHeaders: cookie,
  refusals: [429],
})

export const finishPasskeySignIn = defineCall({
  method: 'POST',
  path: '/auth/login/passkey/finish',
  tag,
  summary: 'Sign in with a passkey alone, in the browser that began',
  body: z.object({ challenge, passkey: webAuthnJson }),
  answer: sessionAnswer,
  answerHeaders: { 'set-cookie': 'Marks the browser as known, and ends the cookie of the question' },
  refusals: [400, 401, 429],
})

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
  isBackedUp: described(z.boolean(), 'Whether its provider keeps a copy, so that it survives a lost device'),
})
export type Passkey = Fixed<z.output<typeof passkey>>

const ownFactors = z.object({
  totpSince: described(z.nullable(z.iso.datetime()), 'Since when there is an authenticator app'),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.int(),
  isRequired: described(z.boolean(), "Whether the role demands a second factor: the last one can't be removed then"),
  dueAt: described(
    z.nullable(z.iso.datetime()),
    'By when one has to be added, if the role demands it and there is none',
  ),
  isByProvider: described(
    z.boolean(),
    'Whether an identity provider signed this session in, which has factors of its own',
  ),
  passkeyHost: described(z.nullable(z.string()), 'The host name passkeys are for; null where there can be none'),
})
export type OwnFactors = Fixed<z.output<typeof ownFactors>>

export const readOwnFactors = defineCall({
  method: 'GET',
  path: '/auth/factors',
  tag,
  summary: 'Your own second factors',
  answer: ownFactors,
})

export const beginTotp = defineCall({
  method: 'POST',
  path: '/auth/factors/totp',
  tag,
  summary: 'Begin to add an authenticator app; it counts once a code has confirmed it',
  answer: z.object({
    secret: described(z.string(), 'To type into the app, in Base32'),
    uri: described(z.string(), 'The same as an otpauth address, for a QR code'),
  }),
  refusals: [409],
})

export const confirmTotp = defineCall({
  method: 'POST',
  path: '/auth/factors/totp/confirm',
  tag,
  summary: 'Confirm the authenticator app by one of its codes; it replaces a former one',
  body: z.object({ code: text }),
  answer: z.object({ recoveryCodes }),
  refusals: [400, 409, 429],
})

export const removeTotp = defineCall({
  method: 'DELETE',
  path: '/auth/factors/totp',
  tag,
  summary: 'Remove the authenticator app',
  refusals: [404, 409],
})

export const beginPasskey = defineCall({
  method: 'POST',
  path: '/auth/factors/passkeys/begin',
  tag,
  summary: 'Begin to add a passkey',
  answer: z.object({
    challenge: z.string(),
    passkeyOptions: described(webAuthnJson, "For the browser's navigator.credentials.create"),
  }),
  refusals: [409],
})

export const addPasskey = defineCall({
  method: 'POST',
  path: '/auth/factors/passkeys',
  tag,
  summary: 'Add the passkey that the browser made',
  body: z.object({
    challenge,
    name: givenName(60),
    passkey: described(webAuthnJson, 'What navigator.credentials.create answered, as JSON'),
  }),
  answer: z.object({ recoveryCodes }),
  refusals: [400, 409],
})

export const renamePasskey = defineCall({
  method: 'PUT',
  path: '/auth/factors/passkeys/:id',
  tag,
  summary: 'Rename a passkey',
  body: z.object({ name: givenName(60) }),
  refusals: [400, 404],
})

export const removePasskey = defineCall({
  method: 'DELETE',
  path: '/auth/factors/passkeys/:id',
  tag,
  summary: 'Remove a passkey',
  refusals: [404, 409],
})

export const makeRecoveryCodes = defineCall({
  method: 'POST',
  path: '/auth/factors/recovery-codes',
  tag,
  summary: 'Replace the recovery codes; the former ones no longer work',
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  refusals: [409],
})

const userFactors = z.object({
  hasTotp: z.boolean(),
  passkeys: z.int(),
  recoveryCodesLeft: z.int(),
})
export type UserFactors = Fixed<z.output<typeof userFactors>>

export const readUserFactors = defineCall({
  method: 'GET',
  path: '/user/:id/factors',
  tag: user.label[1],
  summary: 'Which second factors a user has',
  answer: userFactors,
  refusals: [403, 404],
})

export const resetUserFactors = defineCall({
  method: 'DELETE',
  path: '/user/:id/factors',
  tag: user.label[1],
  summary: 'Remove all second factors of a user who has lost them, and sign them out everywhere',
  refusals: [403, 404, 409],
})
