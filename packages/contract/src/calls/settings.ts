import * as z from 'zod/mini'
import { deliveryLevels } from '../delivery-settings.ts'
import { timekeeper } from '../resources/timekeeper.ts'
import { type StorageLevel, storageLevels } from '../storage-levels.ts'
import { defineCall, described, type Fixed } from './call.ts'

const count = z.int().check(z.minimum(0))
const maybeText = z.nullable(z.string())
const maybeTime = z.nullable(z.iso.datetime())
const tag = 'Firm'

const mailDomain = z.object({
  id: z.string(),
  name: described(z.string(), 'A domain and all its subdomains, or a single address'),
  given_by: z.enum(['operator', 'dns', 'upgrade']),
  record_name: described(maybeText, 'Name of the TXT record that verifies it'),
  record_value: maybeText,
  proved_at: maybeTime,
  checked_at: maybeTime,
  problem: described(maybeText, "Why the last check didn't verify it"),
})
export type MailDomain = Fixed<z.output<typeof mailDomain>>

export const listMailDomains = defineCall({
  method: 'GET',
  path: '/firm/domains',
  tag,
  summary: "The firm's own email domains, and those it is still verifying",
  answer: z.object({ domains: z.array(mailDomain) }),
  refusals: [403],
})

export const startMailDomain = defineCall({
  method: 'POST',
  path: '/firm/domains',
  tag,
  summary: 'Start verifying a domain; returns the TXT record to publish',
  body: z.object({
    domain: z.string('required').check(
      z.maxLength(300, 'not_domain'),
      z.refine((text) => text.trim() !== '', 'required'),
    ),
  }),
  answer: mailDomain,
  status: 201,
  refusals: [400, 403],
})

export const checkMailDomain = defineCall({
  method: 'POST',
  path: '/firm/domains/:id/check',
  tag,
  summary: "Check for a domain's TXT record",
  answer: mailDomain,
  refusals: [403, 404],
})

export const removeMailDomain = defineCall({
  method: 'DELETE',
  path: '/firm/domains/:id',
  tag,
  summary: 'Remove a domain that receives no email',
  refusals: [403, 404, 409],
})

const effectiveDelivery = z.object({
  timekeeper: z.nullable(z.object({ id: z.string(), full_name: z.string(), email: maybeText, status: z.string() })),
  group: z.nullable(z.object({ id: z.string(), name: z.string(), people: count })),
  time_zone: z.string(),
  settings: z.array(
    z.object({
      name: z.enum(['method', 'cadence', 'time', 'template']),
      value: maybeText,
      level: z.enum(deliveryLevels),
    }),
  ),
})
/** The settings by which someone is notified, and the level each comes from. */
export type EffectiveDelivery = Fixed<z.output<typeof effectiveDelivery>>

export const readOwnDelivery = defineCall({
  method: 'GET',
  path: '/auth/delivery',
  tag: 'Session',
  summary: 'Your effective notification settings, and the level each one comes from',
  answer: effectiveDelivery,
})

export const readDelivery = defineCall({
  method: 'GET',
  path: '/timekeeper/:id/delivery',
  tag: timekeeper.label[1],
  summary: "A timekeeper's effective notification settings, and the level each one comes from",
  answer: effectiveDelivery,
  refusals: [403, 404],
})

const level = z.enum(storageLevels)

export const countPolicies = defineCall({
  method: 'GET',
  path: '/storage_hierarchy',
  tag,
  summary: 'Number of records with their own storage policy, by level',
  answer: z.object({ levels: z.array(z.object({ level, count })) }),
  refusals: [403],
})

const levels = z
  .string('not_text')
  .check(z.refine((text) => levelsOf(text).every((each) => storageLevels.includes(each)), notLevels()))

export const countMoved = defineCall({
  method: 'GET',
  path: '/storage_hierarchy/moved',
  tag,
  summary:
    'Number of recent documents that would have been saved under a different storage policy if the order of levels changed',
  query: z.object({
    from: z.optional(described(levels, 'Comma-separated levels')),
    to: z.optional(described(levels, 'The same levels in the other order')),
  }),
  answer: z.object({ days: count, documents: count, moved: count }),
  refusals: [400, 403],
})

/** Returns the levels in a comma-separated query parameter. */
export function levelsOf(text = ''): StorageLevel[] {
  return text.split(',').filter(Boolean) as StorageLevel[]
}

function notLevels(): string {
  return `not_choice:${storageLevels.join(', ')}`
}

const explanation = z.object({
  sentence: z.string(),
  winner: z.nullable(level),
  levels: z.array(
    z.object({
      level,
      record: z.nullable(z.object({ id: z.string(), title: z.string() })),
      has_record: z.boolean(),
      policy: z.nullable(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
})
export type PolicyExplanation = Fixed<z.output<typeof explanation>>

export const explainPolicy = defineCall({
  method: 'GET',
  path: '/storage_hierarchy/case/:id',
  tag,
  summary: "The storage policy that applies to a case's documents, and what each level specifies",
  answer: explanation,
  refusals: [403, 404],
})
