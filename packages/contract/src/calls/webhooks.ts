import * as z from 'zod/mini'
import { uuidText } from '../uuid.ts'
import { defineCall, described, type Fixed } from './call.ts'

const maybeText = z.nullable(z.string())
const maybeNumber = z.nullable(z.int())
const maybeTime = z.nullable(z.iso.datetime())

const call = z.object({
  id: z.string(),
  messageId: described(z.string(), 'Same as the webhook-id header: unchanged for every attempt and replay'),
  event: z.string(),
  payloadVersion: z.string(),
  body: described(z.string(), 'As sent'),
  status: z.enum(['waiting', 'sending', 'sent', 'failed']),
  sentence: maybeText,
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  calledAt: maybeTime,
  nextTryAt: maybeTime,
  durationMs: maybeNumber,
  requestHeaders: described(z.record(z.string(), z.string()), 'Headers of the last attempt, without the signature'),
  answerStatus: maybeNumber,
  answer: described(maybeText, 'First 2 KB of the response'),
})
/** A webhook call as logged. */
export type WebhookCall = Fixed<z.output<typeof call>>

const page = z.object({
  calls: z.array(call),
  next: described(z.nullable(z.string()), 'The cursor of the next page; null if this is the last one'),
})
export type WebhookCallPage = Fixed<z.output<typeof page>>

const tag = 'Webhooks'

export const testWebhook = defineCall({
  method: 'POST',
  path: '/webhook/:id/test',
  tag,
  summary: 'Send the webhook.test event now and return the result',
  answer: call,
  refusals: [403, 404],
})

export const listWebhookCalls = defineCall({
  method: 'GET',
  path: '/webhook/:id/calls',
  tag,
  summary: 'The calls of a webhook, newest first; saved for 30 days',
  query: z.object({
    cursor: z.optional(described(uuidText('not_cursor'), 'From the answer before')),
    max: z.optional(
      described(
        z.string().check(z.regex(/^([1-9]\d?|100)$/, 'too_large:100')),
        'Number of calls, up to 100; 25 if absent',
      ),
    ),
  }),
  answer: page,
  refusals: [400, 403, 404],
})

export const replayWebhookCall = defineCall({
  method: 'POST',
  path: '/webhook/:id/calls/:callId/replay',
  tag,
  summary: 'Resend a message with the same message ID',
  answer: z.object({ id: z.string() }),
  status: 201,
  refusals: [403, 404, 409],
})

export const renewWebhookSecret = defineCall({
  method: 'POST',
  path: '/webhook/:id/secret',
  tag,
  summary: 'Create a new signing secret; it replaces the previous one and is shown once',
  answer: z.object({ secret: z.string() }),
  status: 201,
  refusals: [403, 404],
})
