import type { Notice, NoticeLink } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { JobData } from '../../base/db/job.ts'
import { isUnstamped } from './find-stamp-wait.ts'

/** A filing that waits for the court's stamp. */
export interface StampWait {
  firmId: number
  minutes: number
  waitedMs: number
  endsInMs: number
  /** Null if no one is notified before the stamp. */
  releaseInMs: number | null
  isOver: boolean
  /** Its recipients are to be notified now, without the stamp. */
  isReleaseDue: boolean
  notice: Notice
  unstamped: readonly UnstampedDocument[]
}

export interface UnstampedDocument {
  id: string
  position: number
  fileId: string
  title: string
  links: readonly NoticeLink[]
}

/** Undefined for a wait that has ended. Times are the database's. */
export async function readWait(trx: Trx, { firmId, id }: JobData): Promise<StampWait | undefined> {
  const { rows } = await sql<Omit<StampWait, 'isOver' | 'isReleaseDue' | 'firmId'> & { status: string }>`
    select w.status, w.minutes, (extract(epoch from now() - w.created_at) * 1000)::float8 as "waitedMs",
      (extract(epoch from w.until - now()) * 1000)::float8 as "endsInMs",
      (extract(epoch from w.release_at - now()) * 1000)::float8 as "releaseInMs",
      p.outcomes #> '{parse,result,notice}' as notice,
      coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'position', d.position, 'fileId', d.file_id, 'title', d.title,
          'links', coalesce((select jsonb_agg(l.link order by l.id) from links l
            where l.firm_id = d.firm_id and l.envelope_id = d.envelope_id and l.position = d.position), '[]')) order by d.position)
        from documents d where d.firm_id = w.firm_id and d.envelope_id = w.envelope_id and ${isUnstamped}), '[]') as unstamped
    from stamp_waits w join item_progress p on p.firm_id = w.firm_id and p.id = w.inbox_item_id
    where w.firm_id = ${firmId} and w.id = ${id}::uuid and w.status in ('waiting', 'released')`.execute(trx)
  const [row] = rows
  if (!row) return undefined
  const isReleaseDue = row.status === 'waiting' && row.releaseInMs !== null && row.releaseInMs <= 0
  return { ...row, firmId, isOver: row.endsInMs <= 0, isReleaseDue }
}

/** The same, and no other process writes to it before the end of the transaction. */
export async function lockWait(trx: Trx, data: JobData): Promise<StampWait | undefined> {
  await sql`select from stamp_waits where firm_id = ${data.firmId} and id = ${data.id}::uuid for update`.execute(trx)
  return readWait(trx, data)
}
