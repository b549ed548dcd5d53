import * as z from 'zod/mini'
import { defineCall, described, type Fixed } from './call.ts'

/** The steps of a mailbox's test, in order. */
export const mailboxSteps = ['token', 'connect', 'folder', 'messages', 'doneFolder'] as const

const step = z.object({
  step: z.enum(mailboxSteps),
  state: z.enum(['ok', 'failed', 'skipped']),
  sentence: described(z.string(), 'What happened, and what to do if it failed'),
})
export type MailboxStep = Fixed<z.output<typeof step>>

const test = z.object({
  ok: z.boolean(),
  steps: z.array(step),
  sentence: z.string(),
})
export type MailboxTest = Fixed<z.output<typeof test>>

export const testMailbox = defineCall({
  method: 'POST',
  path: '/mailbox/:id/test',
  tag: 'Mailboxes',
  summary: 'Test a mailbox: request a token, connect, open its folders and count what would be received',
  answer: test,
  refusals: [403, 404],
})
