import * as z from 'zod/mini'
import { defineCall, described, type Fixed } from './call.ts'
import { givenName } from './given-name.ts'

const tag = 'Firm'
const maybeTime = z.nullable(z.iso.datetime())

/** How long a token that enrolls an agent works, in hours. */
export const enrollmentHours = { usual: 24, most: 7 * 24 } as const

const hours = z
  .int()
  .check(z.minimum(1, 'too_small:1'), z.maximum(enrollmentHours.most, `too_large:${enrollmentHours.most}`))

/** A credential as the agent that keeps it names it. */
export const agentCredential = z.object({
  name: z.string().check(z.maxLength(120)),
  kind: described(z.string().check(z.maxLength(60)), 'Its kind here, such as sharepoint_server_credential'),
  driver: described(z.nullable(z.string().check(z.maxLength(60))), 'For a folder, WebDAV and SFTP: which of them'),
})

const agent = z.object({
  id: z.string(),
  name: z.string(),
  version: described(z.string(), 'Of Courtcrier, where it runs or last ran'),
  neededVersion: described(
    z.nullable(z.string()),
    'The version to install, if the agent is too old for this server and gets no work; null otherwise',
  ),
  enrolledAt: z.iso.datetime(),
  connectedAt: described(maybeTime, 'Since when it has been asking for work; null while it is away'),
  lastSeenAt: maybeTime,
  credentials: described(z.array(agentCredential), 'What it can save with'),
  waiting: described(z.int(), 'How many documents wait to be saved by it'),
})
export type Agent = Fixed<z.output<typeof agent>>

const token = z.object({
  id: z.string(),
  name: described(z.string(), 'The name that the agent will have'),
  hint: described(z.nullable(z.string()), 'The first and last characters'),
  createdBy: described(z.nullable(z.string()), 'Name of the user who created it'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type AgentToken = Fixed<z.output<typeof token>>

export const listAgents = defineCall({
  method: 'GET',
  path: '/firm/agents',
  tag,
  summary: "The agents that save to DMS in the firm's own network, and the tokens that may still enroll one",
  answer: z.object({ agents: z.array(agent), tokens: z.array(token) }),
  refusals: [403],
})

export const makeAgentToken = defineCall({
  method: 'POST',
  path: '/firm/agent-tokens',
  tag,
  summary: 'Create a token that enrolls one agent; it is shown once',
  body: z.strictObject({
    name: described(givenName(120), 'The name that the agent will have, such as the office it is in'),
    expiresInHours: z.optional(
      described(hours, `Hours until it expires, up to ${enrollmentHours.most}; ${enrollmentHours.usual} if absent`),
    ),
  }),
  answer: z.object({ token, secret: described(z.string(), 'Shown only in this answer') }),
  status: 201,
  refusals: [400, 403, 409],
})

export const revokeAgentToken = defineCall({
  method: 'DELETE',
  path: '/firm/agent-tokens/:id',
  tag,
  summary: 'Revoke a token that has not enrolled an agent yet',
  refusals: [403, 404],
})

export const revokeAgent = defineCall({
  method: 'DELETE',
  path: '/firm/agents/:id',
  tag,
  summary: 'Revoke an agent: it can do nothing more, and what it was to save waits for another agent of its name',
  refusals: [403, 404],
})
