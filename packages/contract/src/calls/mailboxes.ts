import * as z from 'zod/mini'
import { mailbox } from '../resources/mailbox.ts'
import { asSpelled, defineCall, described, type Fixed, row } from './call.ts'

/** The steps of a mailbox's test, in order. */
export const mailboxSteps = ['token', 'connect', 'folder', 'messages', 'doneFolder'] as const

/** The steps of the test of a mailbox whose provider calls. */
export const providerSteps = ['callSecret', 'calls', 'received'] as const

const step = z.object({
  step: z.enum([...mailboxSteps, ...providerSteps]),
  state: z.enum(['ok', 'failed', 'skipped']),
  sentence: described(z.string(), 'What happened, and what to do if it failed'),
})
export type MailboxStep = Fixed<z.output<typeof step>> & { step: (typeof mailboxSteps)[number] }
export type ProviderStep = Fixed<z.output<typeof step>> & { step: (typeof providerSteps)[number] }

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
  summary:
    'Test a mailbox: request a token, connect, open its folders and count what would be received; or say what its provider has called with',
  body: z.object({
    readFrom: z.optional(
      described(
        z.iso.datetime({ offset: true, error: 'not_timestamp' }),
        "Counts the messages since then instead of since the mailbox's own time, before that is changed",
      ),
    ),
  }),
  mayBeEmpty: true,
  answer: test,
  refusals: [403, 404],
})

const folders = z.object({
  ok: z.boolean(),
  folders: described(z.array(z.string()), 'Paths, each as `folder` of the mailbox has it'),
  isComplete: described(z.boolean(), 'Whether these are all folders that can be chosen'),
  sentence: described(z.string(), 'How many there are, or why they could not be listed and what to do'),
})
export type MailboxFolders = Fixed<z.output<typeof folders>>

export const listMailboxFolders = defineCall({
  method: 'POST',
  path: '/mailbox/folders',
  tag: 'Mailboxes',
  summary: 'List the folders of a mailbox, as it is saved or as it would be; nothing is saved',
  body: z.object({
    id: z.optional(described(z.string(), 'ID of a saved mailbox')),
    mailbox: z.optional(described(row(mailbox), 'A new mailbox or, with `id`, what is changed of the saved one')),
  }),
  answer: folders,
  refusals: [400, 403, 404, 429],
})

/** The types of the bodies that providers send. */
export const providerTypes = [
  'text/plain',
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
] as const

export const takeProviderCall = defineCall({
  method: 'POST',
  // With this end, Mailgun sends messages as they are.
  path: '/provider-mail/:id/:key/mime',
  tag: 'Mailboxes',
  summary: 'Where Amazon SES, Mailgun or Postmark calls with a message for a mailbox',
  params: { key: z.string() },
  body: { mediaType: providerTypes },
  answer: z.object({ outcome: z.enum(['received', 'confirmed', 'ignored']) }),
  refusals: [404, 413, 415, 429, 503],
})

export const ringGraphBell = defineCall({
  method: 'POST',
  path: '/graph-bell/:id/:key',
  tag: 'Mailboxes',
  summary: 'Where Microsoft Graph calls when there are new messages in a mailbox',
  params: { key: z.string() },
  query: asSpelled(
    z.object({
      validationToken: z.optional(
        described(
          z.string().check(z.maxLength(2000)),
          'With it, Microsoft asks whether it may call; it is answered with itself',
        ),
      ),
    }),
  ),
  body: { mediaType: ['application/json', 'text/plain'] },
  answer: { mediaType: 'text/plain' },
  refusals: [404, 413, 415, 429],
})

export const readCallAddress = defineCall({
  method: 'GET',
  path: '/mailbox/:id/call-address',
  tag: 'Mailboxes',
  summary: 'The address that the provider of a mailbox calls',
  answer: z.object({ url: described(z.string(), 'With Postmark, PASSWORD in it stands for the webhook secret') }),
  refusals: [403, 404],
})
