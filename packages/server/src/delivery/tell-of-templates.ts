import { sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import type { TemplateProblem } from './fill-template.ts'

/** Once a day for each template: the mails go out meanwhile, and a morning's filings would fill the log. */
export async function tellOfTemplates(trx: Trx, firmId: number, problems: readonly TemplateProblem[]): Promise<void> {
  const byTemplate = new Map(problems.map((problem) => [problem.templateId, problem.sentence]))
  for (const [templateId, problem] of byTemplate) {
    const sentence = `${problem} Mails are made in Courtcrier's own way until it is mended.`
    const { rows } = await sql<{ id: string }>`
      insert into system_events (firm_id, id, level, type, sentence, entity, entity_id)
      select ${firmId}::integer, ${newId()}::uuid, 'WARNING', 'notification process error (user)', ${sentence}::text,
        'email_template', ${templateId}::text
      where not exists (
        select from system_events where firm_id = ${firmId} and entity = 'email_template' and entity_id = ${templateId}
          and created_at > now() - interval '1 day' and type = 'notification process error (user)'
      )
      returning id`.execute(trx)
    if (rows.length > 0) await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
  }
}
