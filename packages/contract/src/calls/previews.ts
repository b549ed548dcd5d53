import * as z from 'zod/mini'
import { emailTemplate } from '../resources/email-template.ts'
import { timekeeperGroup } from '../resources/timekeeper-group.ts'
import { anyId } from '../uuid.ts'
import { defineCall, described, type Fixed } from './call.ts'
import { draftOf, draftText } from './draft.ts'

const count = z.int().check(z.minimum(0))
const maybeText = z.nullable(z.string())

/**
 * Where the filings in a preview of the daily digest come from: waiting deliveries, recent notifications to this
 * reader, the firm's recent filings, or made-up ones.
 */
export const previewSources = ['waiting', 'told', 'firm', 'sample'] as const
export type PreviewSource = (typeof previewSources)[number]

const person = z.object({ id: z.string(), name: z.string() })

const dailyPreview = z.object({
  person,
  people: described(z.array(person), 'Members of the group whose messages can be previewed'),
  source: z.enum(previewSources),
  withheld: described(count, 'How many filings an ethical wall withholds from the person'),
  subject: z.string(),
  html: described(z.string(), "The email; treat content from the firm's template as untrusted"),
  cadence: z.string(),
  at: described(z.iso.datetime(), 'When the next one will be sent'),
  time_zone: z.string(),
  template: described(maybeText, "The firm's template in use; null for the built-in one"),
  problem: described(maybeText, "Why that template couldn't be used"),
})
export type DailyPreview = Fixed<z.output<typeof dailyPreview>>

export const previewDaily = defineCall({
  method: 'GET',
  path: '/timekeeper_group/:id/daily-preview',
  tag: timekeeperGroup.label[1],
  summary: 'Preview of the next daily message for one member of the group',
  query: z.object({
    timekeeperId: z.optional(described(anyId(), 'Whose message to preview; the first member if absent')),
  }),
  answer: dailyPreview,
  refusals: [403, 404, 409, 429],
})

const draft = z.object({
  ...draftOf(emailTemplate, 'kind'),
  subject: draftText(emailTemplate, 'subject'),
  body: draftText(emailTemplate, 'body'),
})
/** An unsaved template. */
export type TemplateDraft = Fixed<z.output<typeof draft>>

const mailPreview = z.object({
  subject: z.string(),
  html: described(z.string(), 'The email; treat content from the template as untrusted'),
  problems: z.array(z.object({ field: z.enum(['subject', 'body']), message: z.string() })),
  is_sample: described(z.boolean(), 'Whether it is filled in with sample values because the firm has no notices yet'),
  notice: z.optional(described(z.object({ id: z.string(), title: z.string() }), 'The notice it is filled in with')),
})
export type MailPreview = Fixed<z.output<typeof mailPreview>>

export const previewTemplate = defineCall({
  method: 'POST',
  path: '/email_template/preview',
  tag: emailTemplate.label[1],
  summary: "Preview of a subject and body, filled in from the firm's latest notice, and what is wrong with them",
  body: draft,
  answer: mailPreview,
  refusals: [400, 403, 429],
})

export const sendTemplate = defineCall({
  method: 'POST',
  path: '/email_template/send',
  tag: emailTemplate.label[1],
  summary: "Send a subject and body, filled in from the firm's latest notice, to your own address",
  body: draft,
  answer: z.object({ email: z.string() }),
  refusals: [400, 403, 409, 429],
})
