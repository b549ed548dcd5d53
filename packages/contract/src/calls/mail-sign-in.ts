import * as z from 'zod/mini'
import { defineCall, described } from './call.ts'

const tag = 'Signing in to mail accounts'

const begun = z.object({
  attempt: described(z.nullable(z.string()), 'For `GET /mail-sign-in/{id}`; null if the sign-in could not begin'),
  url: described(z.nullable(z.string()), 'Where to sign in, in this browser'),
  sentence: described(z.nullable(z.string()), 'Why it could not begin, and what to do'),
})

const cookie = 'Binds the sign-in to this browser; valid for ten minutes'

export const signInMailbox = defineCall({
  method: 'POST',
  path: '/mailbox/:id/sign-in',
  tag,
  summary: 'Begin signing in at Microsoft or Google, so that Courtcrier may read a mailbox',
  answer: begun,
  answerHeaders: { 'set-cookie': cookie },
  refusals: [403, 404],
})

export const signInSender = defineCall({
  method: 'POST',
  path: '/mail_sender/:id/sign-in',
  tag,
  summary: 'Begin signing in at Microsoft or Google, so that Courtcrier may send by an account',
  answer: begun,
  answerHeaders: { 'set-cookie': cookie },
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
  answer: z.object({
    state: z.enum(['waiting', 'done', 'failed']),
    sentence: described(z.nullable(z.string()), 'What happened, and what to do; null while it is waited for'),
  }),
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
