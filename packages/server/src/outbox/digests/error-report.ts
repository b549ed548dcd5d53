import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { counted } from '@courtcrier/lib/counted.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { isAround, isAroundRecord, standingWalls, type Wall, wallJson } from '../../records/walls/walls.ts'
import { mailMoment } from '../mail/mail-moment.ts'
import type { Report } from './compose-report.ts'
import type { DigestRow } from './digest-row.ts'
import { firmSettingsPage } from './firm-settings-page.ts'
import { seenBehindWalls } from './reader.ts'

interface Told {
  entity: string
  entityId: string
  level: string
  type: string
  sentence: string
  at: Date
  walls: readonly Wall[]
}

/** Lists the events of the firm one by one; those that a wall hides from the reader are only counted. */
export async function errorNotification(trx: Trx, row: DigestRow): Promise<Report | undefined> {
  const rows = await readEvents(trx, row)
  if (rows.length === 0) return undefined
  const { lines, hidden } = await seenBehindWalls(trx, row, rows)
  const [only] = rows.length === 1 ? lines : []
  return {
    subject: `Courtcrier: ${only?.sentence ?? counted(rows.length, 'event')}`,
    title: counted(rows.length, 'event'),
    summary: '',
    lines: lines.map(({ level, type, sentence, at }) => ({
      title: sentence,
      note: `${level} · ${type} · ${mailMoment(new Date(at), row.timeZone)}`,
    })),
    hidden,
    reason: 'Your address is among those for error notifications of the firm.',
    settings: firmSettingsPage,
  }
}

/** Lists the mail accounts whose sign-in ends or was refused, for someone who may mend them. */
export async function accountNotification(trx: Trx, row: DigestRow): Promise<Report | undefined> {
  const rows = await readEvents(trx, row)
  const { lines } = await seenBehindWalls(trx, row, rows)
  // Someone whose role no longer includes them needn't know that there are any.
  if (lines.length === 0) return undefined
  const [only] = lines.length === 1 ? lines : []
  const count = counted(new Set(lines.map(({ entityId }) => entityId)).size, 'mail account')
  return {
    subject: `Courtcrier: ${only?.sentence ?? `${count} to sign in to again`}`,
    title: `${count} to sign in to again`,
    summary: '',
    lines: lines.map(({ entity, entityId, sentence, at }) => ({
      title: sentence,
      note: mailMoment(new Date(at), row.timeZone),
      path: `${entity === mailbox.name ? mailbox.route : mailSender.route}?id=${entityId}`,
    })),
    hidden: '',
    reason: "Your role lets you change the firm's mail accounts. You are notified at most once a day.",
    settings: { label: 'Mailboxes', path: mailbox.route },
  }
}

async function readEvents(trx: Trx, { firmId, id }: DigestRow): Promise<readonly Told[]> {
  const { rows } = await sql<Told>`
    select e.entity, e.entity_id as "entityId", e.level, e.type, e.sentence, e.created_at as at, ${wallsOfEvent} as walls
    from digest_events i join system_events e on e.firm_id = i.firm_id and e.id = i.event_id
    where i.firm_id = ${firmId} and i.digest_id = ${id}::uuid order by e.created_at, e.id`.execute(trx)
  return rows
}

/** The ID of the record that the event `e` is about; null if it has no such ID. */
const aboutId = sql`case when e.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.entity_id::uuid end`

/**
 * IDs of the cases that the notice of the event `e` was, or may be, matched to: an event can name them before its
 * notice refers to one.
 */
const casesOfNotice = sql`(
  select named::uuid from item_progress p, jsonb_array_elements_text(
      coalesce(p.outcomes #> '{match,result,caseIds}', '[]') || coalesce(p.outcomes #> '{review,candidates}', '[]')) named
  where p.firm_id = e.firm_id and p.id = case e.entity
    when 'inbox_item' then ${aboutId}
    when 'delivery' then (select d.inbox_item_id from deliveries d where d.firm_id = e.firm_id and d.id = ${aboutId})
    when 'document_copy' then (select k.inbox_item_id from document_copies k where k.firm_id = e.firm_id and k.id = ${aboutId})
    end)`

/** The walls around what the event `e` is about. */
const wallsOfEvent = sql`(
  select coalesce(json_agg(${wallJson}), '[]') from ${standingWalls(sql`e.firm_id`)} w
  where ${isAroundRecord({ entity: sql`e.entity`, id: aboutId })}
    or exists (select from cases t where t.firm_id = w.firm_id and t.id in ${casesOfNotice} and ${isAround('t', courtCase)}))`
