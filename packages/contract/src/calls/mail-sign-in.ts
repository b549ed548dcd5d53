import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { signInBegun, signInCookie, signInResult } from './sign-in-results.ts'

const tag = 'Signing in to mail accounts'

export const signInMailbox = defineCall({
  method: 'POST',
  path: '/mailbox/:id/sign-in',
  tag,
  summary: 'Begin signing in at Microsoft or Google, so that Courtcrier may read a mailbox',
  answer: signInBegun,
  answerHeaders: { 'set-cookie': signInCookie },
  refusals: [403, 404],
})

export const signInSender = defineCall({
  method: 'POST',
  path: '/mail_sender/:id/sign-in',
  tag,
  summary: 'Begin signing in at Microsoft or Google, so that Courtcrier may send by an account',
  answer: signInBegun,
  answerHeaders: { 'set-cookie': signInCookie },
  refusals: [403, 404],
})

export const finishMailSignIn = defineCall({
  method: 'GET',
  path: '/mail-sign-in/callback',
  tag,
  summary: 'Where Microsoft or Google sends the browser back, which then continues to a page of the console',
  status: 302,
  answerHeaders: { location: 'Where the browser continues' },
  refusals: [429],
})

export const readMailSignIn = defineCall({
  method: 'GET',
  path: '/mail-sign-in/:id',
  tag,
  summary: 'How a sign-in to a mail account went, for the browser that began it',
  answer: signInResult,
  refusals: [404, 429],
})

export const readMailRedirectUri = defineCall({
  method: 'GET',
  path: '/mail-sign-in/redirect-uri',
  tag,
  summary: 'The address to register at Microsoft or Google for signing in to mail accounts',
  answer: z.object({ redirectUri: z.string() }),
  refusals: [403],
})
