import * as z from 'zod/mini'
import { user } from '../resources/user.ts'
import { defineCall } from './call.ts'
import { session } from './own-sessions.ts'

const tag = user.label[1]

export const listUserSessions = defineCall({
  method: 'GET',
  path: '/user/:id/sessions',
  tag,
  summary: "A user's active sessions, for people who manage users",
  answer: z.object({ sessions: z.array(session) }),
  refusals: [403, 404],
})

export const endUserSession = defineCall({
  method: 'DELETE',
  path: '/user/:id/sessions/:sessionId',
  tag,
  summary: 'Sign a user out of one session',
  refusals: [403, 404],
})

export const endUserSessions = defineCall({
  method: 'POST',
  path: '/user/:id/end-sessions',
  tag,
  summary: 'Sign a user out everywhere; if it is you, everywhere except in this session',
  answer: z.object({ ended: z.int().check(z.minimum(0)) }),
  refusals: [403, 404],
})
