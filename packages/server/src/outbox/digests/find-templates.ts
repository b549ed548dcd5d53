import { snakeCase } from '@courtcrier/contract/names.ts'
import type { Firm } from '@courtcrier/contract/resources/firm.ts'
import { sql } from 'kysely'
import { statement } from '../../base/db/statement.ts'
import type { DigestKind } from './claim.ts'
import type { ClockTemplate } from './clock-fill.ts'

/** The firm setting that names the template of a message; error notifications have none. */
const templateSettings: Readonly<Partial<Record<DigestKind, keyof Firm>>> = {
  daily: 'dailyMessageTemplateId',
  activity: 'activityReportTemplateId',
  dms_failures: 'dmsFailureReportTemplateId',
  case_not_found: 'caseNotFoundReportTemplateId',
}

const chosen = Object.entries(templateSettings).map(
  ([kind, key]) => sql`(${kind}::text, ${sql.ref(`f.${snakeCase(key)}`)})`,
)

type ClockTemplates = Readonly<Partial<Record<DigestKind, ClockTemplate>>>

/** Finds the firm's templates for scheduled messages. */
export const findClockTemplates = statement<{ firmId: number }, ClockTemplate & { use: DigestKind }, ClockTemplates>({
  columns: '',
  row: () => ({}),
  write: ({ firmId }) => sql`
    select null as n, c.use, et.id, et.kind, et.name, et.subject, et.body
    from firms f cross join lateral (values ${sql.join(chosen)}) as c (use, template_id)
      join email_templates et on et.firm_id = f.firm_id and et.id = c.template_id
    where f.firm_id = ${firmId}`,
  answer: (rows) =>
    Object.fromEntries(rows.map(({ use, id, kind, name, subject, body }) => [use, { id, kind, name, subject, body }])),
})
