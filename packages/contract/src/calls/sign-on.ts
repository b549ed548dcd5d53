import * as z from 'zod/mini'
import { defineCall, described } from './call.ts'
import { sessionAnswer } from './session.ts'

const tag = 'Single sign-on'

const provider = z.object({ id: z.string(), name: described(z.string(), 'On the button of the login page') })

export const listSignOnProviders = defineCall({
  method: 'GET',
  path: '/sso/providers',
  tag,
  summary: 'The identity providers in use, for the login page',
  answer: z.object({ providers: z.array(provider) }),
})

/** How forms are posted. */
export const formType = 'application/x-www-form-urlencoded'

const location = { location: 'Where the browser continues' }
const cookie = 'Binds the sign-in to this browser; valid for ten minutes'

export const startSignOn = defineCall({
  method: 'GET',
  path: '/sso/:id/start',
  tag,
  summary: 'Go to an identity provider to sign in, for browsers',
  query: z.object({
    return_to: described(z.optional(z.string()), 'The page of the console to open afterwards, such as /inbox'),
    fresh: z.optional(
      described(
        z.enum(['true', 'false'], 'not_boolean'),
        'Whether the provider has the user log in again; the session is then enough for what asks for a confirmation',
      ),
    ),
  }),
  status: 302,
  answerHeaders: { ...location, 'set-cookie': cookie },
  refusals: [404, 429],
})

export const finishSignOn = defineCall({
  method: 'GET',
  path: '/sso/callback',
  tag,
  summary: 'Where the identity provider sends the browser back, which then continues to the login page or the provider',
  status: 302,
  answerHeaders: location,
  refusals: [429],
})

export const finishSaml = defineCall({
  method: 'POST',
  path: '/sso/saml',
  tag,
  summary: 'Where a SAML identity provider sends the browser back with its response (assertion consumer service)',
  body: { mediaType: formType },
  status: 303,
  answerHeaders: {
    ...location,
    'set-cookie':
      'Shows that this browser brought the response, and of a sign-in started at the provider, that it began it; valid for ten minutes',
  },
  refusals: [400, 429],
})

export const readSamlMetadata = defineCall({
  method: 'GET',
  path: '/sso/saml/metadata',
  tag,
  summary: "Courtcrier's SAML metadata, to give to an identity provider",
  answer: { mediaType: 'application/samlmetadata+xml' },
})

export const collectSession = defineCall({
  method: 'POST',
  path: '/sso/session',
  tag,
  summary: 'Collect the session of a finished sign-in, once, with the cookies from its start and its return',
  body: z.object({
    attempt: described(
      z.string('not_text').check(z.maxLength(100, 'too_long:100')),
      "The `sso` of the login page's address",
    ),
  }),
  answer: sessionAnswer,
  answerHeaders: { 'set-cookie': 'Marks the browser as known, and ends the cookies of the sign-in' },
  refusals: [400, 401, 429],
})

export const testProvider = defineCall({
  method: 'POST',
  path: '/identity_provider/:id/test',
  tag,
  summary: 'Begin a test sign-in, whose result is saved on the provider; no session comes of it',
  answer: z.object({
    url: described(
      z.nullable(z.string()),
      'Where to sign in, in this browser; null if the provider could not be asked',
    ),
    sentence: described(z.nullable(z.string()), 'Why not, and what to do'),
  }),
  answerHeaders: { 'set-cookie': cookie },
  refusals: [403, 404],
})
