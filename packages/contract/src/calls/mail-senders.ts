import * as z from 'zod/mini'
import { defineCall, described, type Fixed } from './call.ts'

/** The steps of a sending account's test, in order. */
export const senderSteps = ['token', 'connect', 'encryption', 'signIn', 'send'] as const

const step = z.object({
  step: z.enum(senderSteps),
  state: z.enum(['ok', 'failed', 'skipped']),
  sentence: described(z.string(), 'What happened, and what to do if it failed'),
})
export type SenderStep = Fixed<z.output<typeof step>>

const test = z.object({
  ok: z.boolean(),
  steps: z.array(step),
  sentence: z.string(),
})
export type SenderTest = Fixed<z.output<typeof test>>

export const testSender = defineCall({
  method: 'POST',
  path: '/mail_sender/:id/test',
  tag: 'Sending accounts',
  summary: 'Test a sending account: request a token, connect, encrypt, sign in and send an email to your own address',
  answer: test,
  refusals: [403, 404],
})
