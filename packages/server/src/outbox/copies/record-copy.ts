import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { statement } from '../../base/db/statement.ts'
import { noteHappening } from '../../records/happenings/happenings.ts'
import { insertEvents } from '../../records/insert-events.ts'
import { setCopyStatus } from '../../records/outgoing/set-copy-status.ts'
import { releaseIfBack } from '../../stores/agents/agent-rows.ts'
import { noteMissing, noteRefused, noteWell, releaseIfMended } from '../../stores/health.ts'
import { unleased } from '../lease.ts'
import type { End } from '../run.ts'
import type { CopyRow } from './copy-row.ts'

/** Facts recorded with a copy's status. */
export interface Note {
  path?: string
  link?: string | null
  waitsFor?: 'retry' | 'folder' | 'credential' | 'missing' | 'answer'
  /** Why the credential was refused. */
  refused?: string
  /** What the DMS doesn't have. */
  missing?: string
}

const statuses = { done: 'succeeded', waiting: 'delayed', failed: 'failed' } as const

/**
 * Records the result of an attempt, for the copy and its credential. Returns false if the row is no longer as the
 * attempt left it.
 */
export async function recordCopy(trx: Trx, copy: CopyRow, end: End<Note>): Promise<boolean> {
  const { firmId, id, store } = copy
  const isWritten = await writeEnd(trx, { firmId, copy, end })
  if (isWritten) {
    if (end.status !== 'waiting')
      noteHappening(trx, firmId, { event: end.status === 'done' ? 'storage.stored' : 'storage.failed', ids: [id] })
    await announceLater(trx, { firmId, entity: 'document_copy', ids: [id] })
    if (levelOf(copy, end)) await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
  }
  // What an attempt found that stood still since says nothing of its DMS now.
  if (isWritten && end.note.refused !== undefined) await noteRefused(trx, store, end.note.refused)
  if (isWritten && end.note.missing !== undefined)
    await noteMissing(trx, store, { copyId: id, sentence: end.note.missing })
  if (isWritten && end.status === 'done') await noteWell(trx, store)
  if (isWritten && store.agent && waitsForAgent(copy, end))
    await releaseIfBack(trx, { firmId, credentialId: store.credentialId, name: store.agent.name })
  if (isWritten && (end.note.waitsFor === 'credential' || end.note.waitsFor === 'answer'))
    await releaseIfMended(trx, { policyId: copy.storagePolicyId, known: store })
  return isWritten
}

/** Whether a copy that an agent saves waits for the agent, and not because its credential is refused. */
function waitsForAgent({ store }: CopyRow, { note }: End<Note>): boolean {
  return note.waitsFor === 'credential' && note.refused === undefined && store.health !== 'failing'
}

/** The log level of a result; a delay is logged only the first time. */
function levelOf({ attempts }: CopyRow, { status, isTry }: End<Note>): string | undefined {
  if (status === 'done') return 'INFO'
  if (status === 'failed') return 'ERROR'
  return isTry && attempts === 1 ? 'WARNING' : undefined
}

interface Written {
  firmId: number
  copy: CopyRow
  end: End<Note>
}

/** A copy that was canceled in the meantime but saved anyway is recorded as saved. */
const writeEnd = statement<Written, object, boolean>({
  columns: `id uuid, event_id uuid, status text, sentence text, path text, link text, target text, waits_for text,
    begun int, attempts int, level text, wait_ms float8`,
  row: ({ copy, end }) => ({
    id: copy.id,
    event_id: newId(),
    status: statuses[end.status],
    sentence: end.sentence.slice(0, 1000),
    path: end.note.path ?? null,
    link: end.note.link ?? null,
    target: copy.store.name,
    waits_for: end.note.waitsFor ?? null,
    begun: copy.begun,
    attempts: copy.attempts - (end.isTry ? 0 : 1),
    level: levelOf(copy, end) ?? null,
    wait_ms: end.waitMs ?? null,
  }),
  write: ({ firmId, rows, every }) => sql`
    with r as (
      select * from ${rows}
    ), ended as (
      ${setCopyStatus({
        firmId,
        from: ['started', 'canceled'],
        to: { column: sql`r.status`, oneOf: Object.values(statuses) },
        // While it waits it keeps the path that was taken for it, unless that leads to nothing that is there.
        set: sql`sentence = r.sentence, target = r.target, attempts = r.attempts,
          ${unleased},
          path = case when r.status = 'delayed' and r.waits_for is distinct from 'missing' then c.path else r.path end,
          link = case when r.status = 'delayed' then c.link else r.link end,
          waits_for = case when r.status = 'delayed' then r.waits_for end,
          due_at = case when r.status = 'delayed' then now() + make_interval(secs => r.wait_ms / 1000) end,
          missing_since = case r.waits_for when 'missing' then coalesce(c.missing_since, now())
            when 'retry' then c.missing_since end,
          stored_at = case when r.status = 'succeeded' then now() end`,
        joined: sql`r`,
        // Once a lease is over, another process may have begun the next attempt, which finds what this one saved, unless
        // it ended the copy because its item was canceled.
        where: sql`c.id = any(${every('id')}::uuid[]) and c.id = r.id and (c.begun = r.begun or c.status = 'canceled')`,
      })}
      returning r.*
    ), event as (
      ${insertEvents({
        firmId,
        columns: ['id', 'level', 'type', 'sentence', 'entity', 'entity_id'],
        from: sql`select event_id, level,
          case status when 'succeeded' then 'DMS upload success' else 'DMS upload failure' end, sentence, 'document_copy', id
          from ended where level is not null`,
      })}
    )
    select n from ended`,
  answer: (rows) => rows.length > 0,
})
