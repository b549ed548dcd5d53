import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { Wall } from '../delivery/walls.ts'
import { standingWalls } from '../resources/standing-walls.ts'
import type { Report } from './compose-report.ts'
import type { DigestRow } from './digest-row.ts'
import { firmSettingsPage } from './firm-settings-page.ts'
import { counted } from './mail-frame.ts'
import { seenBehindWalls } from './reader.ts'

interface Told {
  level: string
  type: string
  sentence: string
  at: Date
  walls: readonly Wall[]
}

/** What happened to the firm, event by event; of what a wall hides from the reader only how much it is. */
export async function errorNotification(trx: Trx, row: DigestRow): Promise<Report | undefined> {
  const { rows } = await sql<Told>`
    select e.level, e.type, e.sentence, e.created_at as at, ${wallsOfEvent} as walls
    from digest_events i join system_events e on e.firm_id = i.firm_id and e.id = i.event_id
    where i.firm_id = ${row.firmId} and i.digest_id = ${row.id}::uuid order by e.created_at, e.id`.execute(trx)
  if (rows.length === 0) return undefined
  const { lines, hidden } = await seenBehindWalls(trx, row, rows)
  const [only] = rows.length === 1 ? lines : []
  return {
    subject: `Courtcrier: ${only?.sentence ?? counted(rows.length, 'event')}`,
    title: counted(rows.length, 'event'),
    summary: '',
    lines: lines.map(({ level, type, sentence, at }) => ({
      title: sentence,
      note: `${level} · ${type} · ${timeOf(at, row.timeZone)}`,
    })),
    hidden,
    reason: 'Your address is among those for error notifications of the firm.',
    settings: firmSettingsPage,
  }
}

function timeOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(new Date(at))
}

/** The id of the record that the event `e` is about; null for what has no such id. */
const aboutId = sql`case when e.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.entity_id::uuid end`

/** Ids of the cases that the event `e` tells of: by itself, its notice, its filing, or what went out of one. */
const casesOfEvent = sql`(
  with about as (select e.entity, ${aboutId} as id),
  filed as (
    select d.envelope_id, d.inbox_item_id from about a join deliveries d on a.entity = 'delivery' and d.firm_id = e.firm_id and d.id = a.id
    union all
    select k.envelope_id, k.inbox_item_id from about a join document_copies k on a.entity = 'document_copy' and k.firm_id = e.firm_id and k.id = a.id
    union all
    select k.envelope_id, null from about a join documents k on a.entity = 'document' and k.firm_id = e.firm_id and k.id = a.id
    union all
    select a.id, null from about a where a.entity = 'envelope'
    union all
    select i.envelope_id, i.id from about a join inbox_items i on a.entity = 'inbox_item' and i.firm_id = e.firm_id and i.id = a.id
  )
  select a.id::text as id from about a where a.entity = 'case'
  union select v.case_id::text from filed join envelopes v on v.firm_id = e.firm_id and v.id = filed.envelope_id
  union select i.case_id::text from filed join inbox_items i on i.firm_id = e.firm_id and i.id = filed.inbox_item_id
  union select jsonb_array_elements_text(coalesce(p.outcomes #> '{match,result,caseIds}', '[]'))
    from filed join item_progress p on p.firm_id = e.firm_id and p.id = filed.inbox_item_id
  union select jsonb_array_elements_text(coalesce(p.outcomes #> '{review,candidates}', '[]'))
    from filed join item_progress p on p.firm_id = e.firm_id and p.id = filed.inbox_item_id)`

/** The walls around what the event `e` tells of. */
const wallsOfEvent = sql`(
  select coalesce(json_agg(json_build_object('id', w.id, 'name', w.name, 'wallType', w.wall_type,
    'timekeeperIds', w.timekeeper_ids)), '[]')
  from ${standingWalls} w where w.firm_id = e.firm_id and (
    exists (
      select from ${casesOfEvent} o join cases c on c.firm_id = e.firm_id and c.id::text = o.id
        left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
      where w.matter_id = c.matter_id or w.client_id = m.client_id
    ) or exists (
      select from matters m where e.entity = 'matter' and m.firm_id = e.firm_id and m.id = ${aboutId}
        and (w.matter_id = m.id or w.client_id = m.client_id)
    ) or (e.entity = 'client' and w.client_id = ${aboutId})
  ))`
