import { courtSystems, dateRanges, unhealthyKinds } from '@courtcrier/contract/dashboard.ts'
import { type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

const count: JsonSchema = { type: 'integer', minimum: 0 }
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const perSystem = (value: JsonSchema) => Object.fromEntries(courtSystems.map((system) => [system, value]))
const systems = objectSchema(perSystem(count))

const thing = objectSchema(
  {
    kind: { type: 'string', enum: unhealthyKinds },
    count,
    is_at_least: { type: 'boolean' },
    oldest_at: textSchema,
    court: objectSchema({ id: textSchema, name: textSchema, last_at: textSchema, usual_per_day: count }),
  },
  ['oldest_at', 'court'],
)
const notices = objectSchema(
  {
    total: count,
    before: { ...count, description: 'In as many days before' },
    by_month: listOf(objectSchema({ month: textSchema, ...perSystem(count) })),
    by_day: listOf(objectSchema({ day: textSchema, ...perSystem(count) })),
    by_hour: { ...listOf(count), minItems: 24, maxItems: 24 },
    by_system: systems,
    courts: objectSchema(perSystem(listOf(textSchema))),
    peak: objectSchema({ day: textSchema, hour: count, count }),
  },
  ['before', 'by_day', 'peak'],
)
const documents = objectSchema({
  total: count,
  fetched: count,
  pages: count,
  bytes: count,
  by_verdict: { type: 'object', additionalProperties: count },
})
const top = listOf(
  objectSchema({ id: textSchema, title: textSchema, count, case_ids: listOf(textSchema) }, ['case_ids']),
)

/** What openapi.json says of the dashboard. */
export const dashboardOperation: Operation = {
  tag: 'Dashboard',
  summary:
    'What came, was kept and was told in a range of days, and what needs a person now; parts the role may not see are absent',
  query: {
    range: {
      schema: { type: 'string', enum: dateRanges },
      description: 'Days of the firm; the last month when absent',
    },
    from: { schema: { type: 'string', format: 'date' }, description: 'The first day of a custom range' },
    to: { schema: { type: 'string', format: 'date' }, description: 'Its last day' },
    zone: { schema: textSchema, description: 'The time zone to go by where the firm has set none' },
  },
  answer: jsonContent(
    objectSchema(
      {
        range: textSchema,
        from: textSchema,
        to: textSchema,
        time_zone: textSchema,
        as_of: textSchema,
        unhealthy: listOf(thing),
        notices,
        documents,
        deliveries: count,
        minutes_saved: count,
        top_clients: top,
        top_matters: top,
        top_timekeepers: top,
      },
      ['notices', 'documents', 'deliveries', 'minutes_saved', 'top_clients', 'top_matters', 'top_timekeepers'],
    ),
  ),
  refusals: [400, 403],
}
