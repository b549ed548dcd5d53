import * as z from 'zod/mini'
import { signInDays, signInOutcomes, signInReasons, signInWays } from '../resources/sign-in.ts'
import { defineCall, described, type Fixed } from './call.ts'

const place = described(
  z.nullable(z.string()),
  "The country of the network address, in English; null if it isn't known",
)

/** One active login, as its user sees it. */
export const session = z.object({
  id: z.string(),
  device: described(z.nullable(z.string()), 'Browser and operating system, such as "Firefox on Windows"'),
  user_agent: z.nullable(z.string()),
  signed_in_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  network: described(z.nullable(z.string()), 'Where it was signed in from: an IPv4 address, or an IPv6 network'),
  place,
  is_current: z.boolean(),
})
export type OwnSession = Fixed<z.output<typeof session>>

const tag = 'Session'

export const listOwnSessions = defineCall({
  method: 'GET',
  path: '/auth/sessions',
  tag,
  summary: 'Your active sessions',
  answer: z.object({ sessions: z.array(session) }),
})

export const endOwnSession = defineCall({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  tag,
  summary: 'Sign out of one of your sessions',
  params: { id: z.string() },
  refusals: [404],
})

export const endOtherSessions = defineCall({
  method: 'POST',
  path: '/auth/sessions/end-others',
  tag,
  summary: 'Sign out of all your sessions except this one',
  answer: z.object({ ended: z.int().check(z.minimum(0)) }),
})

/** How many of a person's latest sign-ins are listed. */
export const mostOwnSignIns = 50

const ownSignIn = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  outcome: z.enum(signInOutcomes),
  reason: described(
    z.nullable(z.enum(signInReasons)),
    'Why someone whom an identity provider had signed in was refused; otherwise null',
  ),
  way: z.enum(signInWays),
  provider: z.nullable(z.string()),
  program: z.string(),
  place,
  network: z.string(),
})
export type OwnSignIn = Fixed<z.output<typeof ownSignIn>>

export const listOwnSignIns = defineCall({
  method: 'GET',
  path: '/auth/sign-ins',
  tag,
  summary: `Your latest ${mostOwnSignIns} sign-ins and failed attempts of the last ${signInDays} days`,
  answer: z.object({ signIns: z.array(ownSignIn) }),
})
