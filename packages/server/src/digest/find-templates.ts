import { snakeCase } from '@courtcrier/contract/names.ts'
import type { Firm } from '@courtcrier/contract/resources/firm.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { DigestKind } from './claim.ts'
import type { ClockTemplate } from './clock-fill.ts'

/** The setting of the firm that names the template of a message; error notifications have none. */
const templateSettings: Readonly<Partial<Record<DigestKind, keyof Firm>>> = {
  daily: 'dailyMessageTemplateId',
  activity: 'activityReportTemplateId',
  dms_failures: 'dmsFailureReportTemplateId',
  case_not_found: 'caseNotFoundReportTemplateId',
}

/** The firm's templates for messages by the clock. */
export async function findClockTemplates(
  trx: Trx,
  firmId: number,
): Promise<Readonly<Partial<Record<DigestKind, ClockTemplate>>>> {
  const chosen = Object.entries(templateSettings).map(
    ([kind, key]) => sql`(${kind}::text, ${sql.ref(`f.${snakeCase(key)}`)})`,
  )
  const { rows } = await sql<ClockTemplate & { use: DigestKind }>`
    select c.use, et.id, et.kind, et.name, et.subject, et.body
    from firms f cross join lateral (values ${sql.join(chosen)}) as c (use, template_id)
      join email_templates et on et.firm_id = f.firm_id and et.id = c.template_id
    where f.firm_id = ${firmId}`.execute(trx)
  return Object.fromEntries(rows.map(({ use, ...template }) => [use, template]))
}
