import * as z from 'zod/mini'
import { isPlainText } from '../fields/string-kinds.ts'
import { pageLimits } from '../page-limits.ts'
import { resources } from '../resources/registry.ts'
import { asSpelled, defineCall, described, type Fixed } from './call.ts'

const count = z.int().check(z.minimum(0))
const entity = z.enum(resources.map(({ name }) => name))

/** Results per entity. */
export const mostFound = 5

const found = z.object({
  records: z.array(z.object({ entity, id: z.string(), title: z.string(), detail: z.string() })),
  more: described(z.array(entity), 'Entities with more matches than were returned'),
})
export type FindResult = Fixed<z.output<typeof found>>

export const find = defineCall({
  method: 'GET',
  path: '/find',
  tag: 'Find',
  summary: `Up to ${mostFound} records of each entity that match the search terms or ID, best match first`,
  query: asSpelled(
    z.strictObject({
      freeText: z.optional(
        described(
          z
            .string('not_text')
            .check(
              z.maxLength(pageLimits.freeText, `too_long:${pageLimits.freeText}`),
              z.refine(isPlainText, 'control_characters'),
            ),
          'Search terms or an ID',
        ),
      ),
    }),
  ),
  answer: found,
  refusals: [400, 422],
})

/** The most page views per report. */
export const mostPageViews = 20
/** A page without its search terms, since people other than the searcher read the log. */
const page = z.string('not_text').check(z.maxLength(200, 'not_text'), z.regex(/^\/[\w\-./{}]*$/, 'not_text'))

export const notePageViews = defineCall({
  method: 'POST',
  path: '/page_views',
  tag: 'Events',
  summary: 'Record which console pages were viewed, by path without query parameters',
  body: z.object({
    paths: z.array(page, 'not_list').check(z.maxLength(mostPageViews, `too_many:${mostPageViews}`)),
    isEntry: z.optional(
      described(z.boolean('not_boolean'), 'Whether the person has just entered the pages behind the login'),
    ),
  }),
  refusals: [400, 429],
})

/** The pages anyone may view whose views are recorded: all but the login page (specification, section 2). */
export const openPages = ['/password-forgot', '/password-reset', '/public-document/{token}'] as const

export const noteOpenPageView = defineCall({
  method: 'POST',
  path: '/page_views/open',
  tag: 'Events',
  summary: 'Record that someone who is not signed in viewed a page that needs no login',
  body: z.object({ path: z.enum(openPages) }),
  refusals: [400, 429],
})

const dev = z.object({
  version: z.string(),
  build: z.nullable(z.string()),
  node: z.string(),
  platform: z.string(),
  roles: z.array(z.string()),
  up_seconds: count,
  memory_bytes: count,
  server_time: z.iso.datetime(),
  database: z.object({
    kind: z.enum(['pglite', 'postgres']),
    version: z.string(),
    migration: z.nullable(z.string()),
  }),
  queues: z.array(z.object({ queue: z.string(), waiting: count, running: count })),
  features: z.array(z.object({ name: z.string(), is_on: z.boolean() })),
})
/** The server's information about itself. */
export type DevAnswer = Fixed<z.output<typeof dev>>

export const readDev = defineCall({
  method: 'GET',
  path: '/dev',
  tag: 'Firm',
  summary: 'Server diagnostics: version, database, queues and features; no secrets',
  answer: dev,
  refusals: [403],
})

const caught = z.object({
  ignored_domains: count,
  accepted_domains: count,
  ignored_statuses: count,
  ignored_cases: count,
  manual: count,
  auto_cases: described(count, 'Notices from which a rule made a case'),
  automatic: described(count, "Automatic replies, newsletters and the firm's own emails, received again"),
  formats: described(count, "Notices that one of the firm's formats read, as far as the role may see the formats"),
  preferences: described(count, 'Notices a jurisdiction preference counted for, as far as the role may see those'),
})
export type Caught = Fixed<z.output<typeof caught>>

const caughtByRule = z.object({
  kind: z.enum([
    ...(['ignored_cases', 'ignored_statuses', 'ignored_domains', 'accepted_domains', 'manual'] as const),
    ...(['auto_cases', 'formats', 'preferences'] as const),
  ]),
  id: described(z.nullable(z.string()), "The record; null for an entry of one of the firm's lists"),
  name: described(
    z.string(),
    'The title of the record, or the entry; of accepted domains, the domain that is none of them',
  ),
  count,
})
export type CaughtByRule = Fixed<z.output<typeof caughtByRule>>

export const readSpecialHandling = defineCall({
  method: 'GET',
  path: '/special_handling',
  tag: 'Firm',
  summary: "How many recent notices each of the firm's special handling settings caught",
  answer: z.object({
    days: count,
    caught,
    rules: described(
      z.array(caughtByRule),
      'The records and entries that caught notices, those that caught most first, as far as the role may see them',
    ),
  }),
  refusals: [403],
})

export const followChanges = defineCall({
  method: 'GET',
  path: '/events',
  tag: 'Events',
  summary: 'Stream of row changes as they happen: `data: {"entity":"case","ids":["…"]}`',
  answer: { mediaType: 'text/event-stream' },
  refusals: [429],
})
