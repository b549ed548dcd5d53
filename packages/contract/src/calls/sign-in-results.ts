import * as z from 'zod/mini'
import { described } from './call.ts'

/** A sign-in at another service that has begun in a browser, to mail accounts as to a DMS. */
export const signInBegun = z.object({
  attempt: described(z.nullable(z.string()), 'By which its result is read; null if the sign-in could not begin'),
  url: described(z.nullable(z.string()), 'Where to sign in, in this browser'),
  sentence: described(z.nullable(z.string()), 'Why it could not begin, and what to do'),
})

export const signInCookie = 'Binds the sign-in to this browser; valid for ten minutes'

/** How it went. */
export const signInResult = z.object({
  state: z.enum(['waiting', 'done', 'failed']),
  sentence: described(z.nullable(z.string()), 'What happened, and what to do; null while it is waited for'),
})
