import * as z from 'zod/mini'
import { kindsWithSignIn, type SignInKind } from '../credential-kinds.ts'
import { defineCall, described } from './call.ts'
import { signInBegun, signInCookie, signInResult } from './sign-in-results.ts'

const tag = 'Signing in to a DMS'

const shown = z.object({
  provider: described(z.nullable(z.string()), 'The service; null if no one signs in with the settings as saved'),
  redirectUri: described(z.string(), 'The address to register at the service'),
  signedInAt: described(z.nullable(z.string()), 'When someone signed in; null if no one has'),
  signedInAs: described(z.nullable(z.string()), 'Who signed in, if the service says so'),
  isEntered: described(z.boolean(), 'Whether a refresh token that was entered is used'),
})

/** The calls of one kind of credentials. */
function signInCalls<const Kind extends SignInKind>(kind: Kind) {
  return {
    kind,
    begin: defineCall({
      method: 'POST',
      path: `/${kind}/:id/sign-in`,
      tag,
      summary: 'Begin signing in at the service of a credential, so that Courtcrier may save there',
      answer: signInBegun,
      answerHeaders: { 'set-cookie': signInCookie },
      refusals: [403, 404],
    }),
    read: defineCall({
      method: 'GET',
      path: `/${kind}/:id/sign-in`,
      tag,
      summary: 'Who signed in at the service of a credential, and what to register there',
      answer: shown,
      refusals: [403, 404],
    }),
  }
}

/** By kinds of credentials that a person signs in to. */
export const dmsSignIns = kindsWithSignIn.map((kind) => signInCalls(kind))

export const finishDmsSignIn = defineCall({
  method: 'GET',
  path: '/dms-sign-in/callback',
  tag,
  summary: 'Where the service sends the browser back, which then continues to a page of the console',
  status: 302,
  answerHeaders: { location: 'Where the browser continues' },
  refusals: [429],
})

export const readDmsSignIn = defineCall({
  method: 'GET',
  path: '/dms-sign-in/:id',
  tag,
  summary: 'How a sign-in to a DMS went, for the browser that began it',
  answer: signInResult,
  refusals: [404, 429],
})
