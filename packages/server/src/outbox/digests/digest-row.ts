import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { JobData } from '../../base/db/job.ts'
import { statement } from '../../base/db/statement.ts'
import { type AmongOthers, alikeAmongOthers, leased, mayBeBegun } from '../lease.ts'
import type { DigestKind } from './claim.ts'

/** A scheduled message that is being sent. */
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
  /** Attempts so far, including this one. */
  attempts: number
  begun: number
  /** An earlier attempt ended without being recorded, so the mail server may already have the email. */
  wasInterrupted: boolean
  /** The timekeeper's name. */
  name: string | null
  firm: DigestFirm
  /** The ID of the firm's record; absent in previews. */
  firmRecord?: string
}

export interface DigestFirm {
  name: string
  primaryColor: string | null
  replyToEmail: string | null
  publicDocumentAccess: boolean
  timeZone: string | null
}

/** Marks a message as being sent, as `startDelivery` does; undefined if it is already finished. */
export async function startDigest(trx: Trx, question: Question): Promise<DigestRow | undefined> {
  const row = await readStarted(trx, question)
  return row && { ...row, until: new Date(row.until), since: row.since && new Date(row.since) }
}

type Question = JobData & AmongOthers

const readStarted = statement<Question, DigestRow, DigestRow | undefined>({
  columns: 'id uuid',
  row: ({ id }) => ({ id }),
  alike: alikeAmongOthers,
  write: ({ firmId, rows, every, questions: [others] }) => sql`
    with before as (
      select id, status from digests
      where firm_id = ${firmId} and id = any(${every('id')}::uuid[]) and ${mayBeBegun(others)} order by id for update
    ), digest as (
      update digests set status = 'sending', attempts = attempts + 1, updated_at = now(), ${leased(others?.lease)}
      from before where digests.firm_id = ${firmId} and digests.id = before.id
      returning digests.*, before.status = 'sending' as was_interrupted
    )
    select r.n, g.firm_id as "firmId", g.id, g.kind, g.email, g.day, g.time_zone as "timeZone",
      g.timekeeper_group_id as "groupId", g.since, g.until, g.attempts, g.begun, g.was_interrupted as "wasInterrupted",
      t.full_name as name, f.id::text as "firmRecord", json_build_object('name', f.name, 'primaryColor', f.primary_color,
        'replyToEmail', f.reply_to_email, 'publicDocumentAccess', f.public_document_access,
        'timeZone', f.default_time_zone) as firm
    from digest g join ${rows} on r.id = g.id join firms f on f.firm_id = g.firm_id
      left join timekeepers t on t.firm_id = g.firm_id and t.id = g.timekeeper_id`,
  answer: ([row]) => row,
})
