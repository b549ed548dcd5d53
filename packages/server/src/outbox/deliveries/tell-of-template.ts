import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { insertEvents } from '../../records/insert-events.ts'
import type { TemplateProblem } from './fill-template.ts'

/** Logs the problem once a day per template: emails still go out, and a morning of filings would fill the log. */
export async function tellOfTemplate(trx: Trx, firmId: number, problem: TemplateProblem | undefined): Promise<void> {
  if (!problem) return
  const { templateId } = problem
  const sentence = `${problem.sentence} Emails use Courtcrier's own layout until it is fixed.`
  const { rows } = await sql<{ id: string }>`
    ${insertEvents({
      firmId,
      columns: ['id', 'level', 'type', 'sentence', 'entity', 'entity_id'],
      from: sql`select ${newId()}::uuid, 'WARNING', 'notification process error (user)', ${sentence}::text,
          'email_template', ${templateId}::text
        where not exists (
          select from system_events where firm_id = ${firmId} and entity = 'email_template' and entity_id = ${templateId}
            and created_at > now() - interval '1 day' and type = 'notification process error (user)'
        )`,
    })}
    returning id`.execute(trx)
  if (rows.length > 0) await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
}
