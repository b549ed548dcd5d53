import * as z from 'zod/mini'
import { cadences, deliveryMethods } from '../delivery-methods.ts'
import { deliveryLevels } from '../delivery-settings.ts'
import { recipientLevels } from '../resources/delivery.ts'
import { courtDocument } from '../resources/document.ts'
import { envelope } from '../resources/envelope.ts'
import { defineCall, described, type Fixed, row } from './call.ts'

const tag = 'Cases'
const total = z.int().check(z.minimum(0))
const maybeTotal = described(z.nullable(total), "Null if the role can't see them")

/** Filings per page of a docket. */
export const docketPageSize = 25

const entry = z.object({
  envelope: row(envelope),
  documents: described(z.array(row(courtDocument)), "Without the documents' text"),
  notified: described(z.nullable(total), "People an email was sent to; null if the role can't see them"),
  recipients: described(z.nullable(total), 'People who are to be notified, including those who were'),
  failed: maybeTotal,
  opened: described(z.nullable(total), 'People who opened a document by the link in their email'),
})

const docket = z.object({
  entries: z.array(entry),
  filings: total,
  documents: maybeTotal,
  copies: maybeTotal,
})
/** One page of a case's filings, and how many there are in all. */
export type Docket = Fixed<z.output<typeof docket>>

export const readDocket = defineCall({
  method: 'GET',
  path: '/case/:id/docket',
  tag,
  summary: `A case's filings, ${docketPageSize} per page, newest first, each with its documents and how many people were notified`,
  query: z.object({
    offset: z.optional(
      described(z.string().check(z.regex(/^\d{1,6}$/, 'not_integer')), 'Filings to skip; 0 if absent'),
    ),
  }),
  answer: docket,
  refusals: [400, 403, 404],
})

const maybeText = z.nullable(z.string())
const level = z.enum(deliveryLevels)

const caseRecipient = z.object({
  email: z.string(),
  name: maybeText,
  timekeeperId: maybeText,
  why: z.enum(recipientLevels),
  ruleId: maybeText,
  ruleName: maybeText,
  method: described(z.nullable(z.object({ value: z.enum(deliveryMethods), level })), "Null if the role can't see it"),
  cadence: z.nullable(z.object({ value: z.enum(cadences), level })),
  time: described(z.nullable(z.object({ value: z.string(), level })), 'When the daily message is sent'),
})
export type CaseRecipient = Fixed<z.output<typeof caseRecipient>>

const dependingRule = z.object({
  id: z.string(),
  name: z.string(),
  condition: z.string(),
  include: z.array(z.string()),
  exclude: z.array(z.string()),
})

const caseRecipients = z.object({
  recipients: described(z.nullable(z.array(caseRecipient)), "Null if the role can't see who is assigned to the case"),
  leftOut: z.array(z.object({ who: z.string(), reason: z.string() })),
  rules: described(
    z.nullable(z.array(dependingRule)),
    "Rules that add or exclude addresses depending on the filing; null if the role can't see rules, which are then not applied",
  ),
  hasHiddenFirmAddresses: described(z.boolean(), "Whether the role can't see the firm's additional addresses"),
})
/** Who will be notified of a case's next filing, how and why. */
export type CaseRecipients = Fixed<z.output<typeof caseRecipients>>

export const readCaseRecipients = defineCall({
  method: 'GET',
  path: '/case/:id/recipients',
  tag,
  summary: "Who will be notified of a case's next filing, how and why, and the rules that depend on the filing",
  answer: caseRecipients,
  refusals: [403, 404],
})
