import * as z from 'zod/mini'
import { timekeeperGroup } from '../resources/timekeeper-group.ts'
import { defineCall, described, type Fixed } from './call.ts'

/** The steps of a channel's test, in order. */
const chatSteps = ['address', 'send'] as const

const step = z.object({
  step: z.enum(chatSteps),
  state: z.enum(['ok', 'failed', 'skipped']),
  sentence: described(z.string(), 'What happened, and what the service answered'),
})
export type ChatStep = Fixed<z.output<typeof step>>

const test = z.object({
  ok: z.boolean(),
  steps: z.array(step),
  sentence: z.string(),
})
export type ChatTest = Fixed<z.output<typeof test>>

export const testChat = defineCall({
  method: 'POST',
  path: '/timekeeper_group/:id/chat-test',
  tag: timekeeperGroup.label[1],
  summary: "Send a test message to a preference group's chat channel",
  answer: test,
  refusals: [403, 404, 409],
})

/** The statuses of a message to a group's channel. */
const chatStatuses = ['waiting', 'sending', 'sent', 'failed', 'canceled'] as const

/** A message about a filing to a preference group's chat channel. */
export const chatMessage = z.object({
  id: z.string(),
  group: described(z.nullable(z.string()), "The preference group's name"),
  service: z.string(),
  status: z.enum(chatStatuses),
  sentence: z.nullable(z.string()),
  sentAt: z.nullable(z.iso.datetime()),
})
export type ChatMessage = Fixed<z.output<typeof chatMessage>>
