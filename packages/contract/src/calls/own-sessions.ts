import * as z from 'zod/mini'
import { defineCall, described, type Fixed } from './call.ts'

const session = z.object({
  id: z.string(),
  device: described(z.nullable(z.string()), 'Browser and operating system, such as "Firefox on Windows"'),
  user_agent: z.nullable(z.string()),
  signed_in_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
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
