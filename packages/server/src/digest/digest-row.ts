import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { DigestKind } from './claim.ts'

/** A message by the clock that is being sent. */
export interface DigestRow {
  firmId: number
  id: string
  kind: DigestKind
  email: string
  day: string
  timeZone: string
  groupId: string | null
  since: Date | null
  until: Date
  /** Tries, this one included. */
  attempts: number
  /** An earlier try ended without a record, so the mail server may have the mail already. */
  wasInterrupted: boolean
  /** The timekeeper's name. */
  name: string | null
  firm: DigestFirm
}

export interface DigestFirm {
  name: string
  primaryColor: string | null
  replyToEmail: string | null
  publicDocumentAccess: boolean
  timeZone: string | null
}

/** Marks messages as being sent, as `startDeliveries` does; one that is over already is not among the answers. */
export async function startDigests(
  trx: Trx,
  firmId: number,
  ids: readonly string[],
  { leavesOthers = false }: { leavesOthers?: boolean } = {},
): Promise<readonly DigestRow[]> {
  const { rows } = await sql<DigestRow>`
    with before as (
      select id, status from digests
      where firm_id = ${firmId} and id = any(${ids}::uuid[]) and status in ('waiting', 'sending')
        and (status = 'waiting' or not ${leavesOthers}::boolean) order by id for update
    ), digest as (
      update digests set status = 'sending', attempts = attempts + 1, updated_at = now()
      from before where digests.firm_id = ${firmId} and digests.id = before.id
      returning digests.*, before.status = 'sending' as was_interrupted
    )
    select g.firm_id as "firmId", g.id, g.kind, g.email, g.day, g.time_zone as "timeZone",
      g.timekeeper_group_id as "groupId", g.since, g.until, g.attempts, g.was_interrupted as "wasInterrupted",
      t.full_name as name, json_build_object('name', f.name, 'primaryColor', f.primary_color,
        'replyToEmail', f.reply_to_email, 'publicDocumentAccess', f.public_document_access,
        'timeZone', f.default_time_zone) as firm
    from digest g join firms f on f.firm_id = g.firm_id
      left join timekeepers t on t.firm_id = g.firm_id and t.id = g.timekeeper_id
    order by g.id`.execute(trx)
  return rows.map((row) => ({ ...row, until: new Date(row.until), since: row.since && new Date(row.since) }))
}
