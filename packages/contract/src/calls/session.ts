import * as z from 'zod/mini'
import { isEmail } from '../fields/email.ts'
import { defineCall, described } from './call.ts'
import { factorChallenge } from './factor-challenge.ts'

const tag = 'Session'

/** A required text. The database can store every character but one. */
export const text = z
  .string({ error: ({ input }) => (input === undefined || input === null ? 'required' : 'not_text') })
  .check(
    z.minLength(1, 'required'),
    z.refine((value) => !value.includes('\0'), 'control_characters'),
  )

const user = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.string(),
  display_name: z.nullable(z.string()),
  security_role_id: z.string(),
  timekeeper_id: z.nullable(z.string()),
})

const tokens = {
  access_token: z.string(),
  refresh_token: described(z.string(), 'Valid once; the response to its use has the next one'),
  token_type: z.literal('Bearer'),
  expires_in: described(z.int(), 'Seconds until the access token expires'),
}

/** What the calls that open a session answer. */
export const sessionAnswer = z.object({
  user,
  ...tokens,
  second_factor_due: described(
    z.optional(z.object({ at: z.iso.datetime(), is_over: z.boolean() })),
    "When the role demands a second factor that the user doesn't have: by when to add one. Then the session may do nothing else",
  ),
})

export const logIn = defineCall({
  method: 'POST',
  path: '/auth/login',
  tag,
  summary: 'Sign in; a user with a second factor is asked for it, and gets the session by /auth/login/second-factor',
  body: z.object({ username: text, password: text }),
  answer: z.union([sessionAnswer, factorChallenge]),
  answerHeaders: { 'set-cookie': 'Marks the browser as known, for lists of sessions, or binds the second step to it' },
  refusals: [400, 401, 429],
})

export const renewTokens = defineCall({
  method: 'POST',
  path: '/oauth/access_token',
  tag,
  summary: 'Renew the tokens; using a refresh token twice ends its session',
  body: z.object({
    refreshToken: text,
    grantType: text.check(z.refine((type) => type === 'refresh_token', 'not_choice:refresh_token')),
  }),
  answer: z.object(tokens),
  refusals: [400, 401, 429],
})

export const logOut = defineCall({ method: 'POST', path: '/auth/logout', tag, summary: 'Sign out' })

export const readMe = defineCall({
  method: 'GET',
  path: '/auth/me.json',
  tag,
  summary: 'The signed-in user',
  answer: user,
})

export const ping = defineCall({
  method: 'GET',
  path: '/ping',
  tag,
  summary: 'Check that the access token is valid',
  answer: z.object({ ok: z.literal(true) }),
})

export const forgetPassword = defineCall({
  method: 'POST',
  path: '/auth/forgot',
  tag,
  summary: 'Email a password reset link',
  body: z.object({ email: text.check(z.refine(isEmail, 'not_email')) }),
  refusals: [400, 404, 429],
})

export const resetPassword = defineCall({
  method: 'POST',
  path: '/auth/reset',
  tag,
  summary: 'Set a new password with the token from the link',
  body: z.object({ email: text, token: text, newPassword: text }),
  refusals: [400, 429],
})

export const beginViewing = defineCall({
  method: 'POST',
  path: '/view-as',
  tag,
  summary:
    'Start viewing as another role: requests with its ID in the x-view-as header see only what both roles can see',
  body: z.object({ roleId: text }),
  refusals: [400, 403, 404],
})

export const endViewing = defineCall({
  method: 'DELETE',
  path: '/view-as',
  tag,
  summary: 'Record that you stopped viewing as another role',
})

export const changePassword = defineCall({
  method: 'PUT',
  path: '/auth/:userId/change-password',
  tag,
  summary: 'Change your own password; ends all your other sessions',
  params: { userId: z.string() },
  body: z.object({
    currentPassword: text,
    newPassword: described(text, 'Between 8 and 1,000 characters, following the rules on the login page'),
  }),
  // Specification, section 7.
  message: { name: 'ChangePassword', numbers: { currentPassword: 1, newPassword: 2 } },
  refusals: [400, 403, 429],
})
