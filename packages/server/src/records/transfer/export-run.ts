import type { ExportFormat } from '@courtcrier/contract/calls/transfer.ts'
import type { SearchQuery } from '@courtcrier/contract/query.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'

/** `waiting` for its turn, `running`, `done`, `failed`, or `canceled` by its requester. */
export type ExportStatus = 'waiting' | 'running' | 'done' | 'failed' | 'canceled'

/** What is exported; the search as requested. */
export interface KeptExportRequest {
  query: Pick<SearchQuery, 'filters' | 'freeText' | 'sort'>
  /** Of the resource, in order. */
  keys: readonly string[]
  only?: readonly string[]
  except?: readonly string[]
}

/** One person's export. */
export interface ExportRun {
  id: string
  userId: string
  entity: string
  fileName: string
  format: ExportFormat
  request: KeptExportRequest
  status: ExportStatus
  /** Why there is no file. */
  reason: string | null
  done: number
  total: number | null
  size: number | null
  attempts: number
  createdAt: Date
  /** The transactions whose changes it may show. */
  seen: string
  /** When the file is deleted. */
  expiresAt: Date | null
}

/** How long an export's file is kept. */
export const exportHours = 24

export const exportColumns = sql`id, user_id as "userId", entity, file_name as "fileName", format, request, status, reason, done, total, size,
  attempts, created_at as "createdAt", seen::text, expires_at as "expiresAt"`

type NewExport = Pick<ExportRun, 'userId' | 'entity' | 'fileName' | 'format' | 'request'>

export async function addExport(trx: Trx, firmId: number, run: NewExport): Promise<string> {
  const id = newId()
  await sql`insert into export_runs (firm_id, id, user_id, entity, file_name, format, request)
    values (${firmId}::integer, ${id}::uuid, ${run.userId}::uuid, ${run.entity}, ${run.fileName}, ${run.format},
      ${JSON.stringify(run.request)}::text::jsonb)`.execute(trx)
  return id
}

interface Owner {
  firmId: number
  userId: string
}

/** A person's exports, newest first. */
export async function listExports(trx: Trx, { firmId, userId }: Owner): Promise<readonly ExportRun[]> {
  const { rows } = await sql<ExportRun>`
    select ${exportColumns} from export_runs where firm_id = ${firmId}::integer and user_id = ${userId}::uuid
    order by created_at desc, id desc limit 100`.execute(trx)
  return rows
}

/** A person's export; undefined for those of others. */
export async function findExport(trx: Trx, { firmId, userId, id }: Owner & { id: string }) {
  const { rows } = await sql<ExportRun>`
    select ${exportColumns} from export_runs
    where firm_id = ${firmId}::integer and user_id = ${userId}::uuid and id = ${id}::uuid`.execute(trx)
  return rows[0]
}

/** Cancels one that hasn't ended. Returns whether there was anything to cancel. */
export async function cancelExport(trx: Trx, { firmId, userId, id }: Owner & { id: string }): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    update export_runs set is_canceled = true, updated_at = now(),
      status = case status when 'waiting' then 'canceled' else status end
    where firm_id = ${firmId}::integer and user_id = ${userId}::uuid and id = ${id}::uuid
      and status in ('waiting', 'running') returning status`.execute(trx)
  await tellOwner(trx, { firmId, userId, id })
  return rows.length > 0
}

/** Removes one from the list. */
export async function deleteExport(trx: Trx, { firmId, userId, id }: Owner & { id: string }): Promise<boolean> {
  const { rows } = await sql`
    delete from export_runs
    where firm_id = ${firmId}::integer and user_id = ${userId}::uuid and id = ${id}::uuid
      and status not in ('waiting', 'running') returning id`.execute(trx)
  await tellOwner(trx, { firmId, userId, id })
  return rows.length > 0
}

/** Announced only to the consoles of the person who requested the export. */
const exportEntity = 'export_run'

export function ownerChange({ firmId, userId, id }: Owner & { id: string }) {
  return { firmId, entity: exportEntity, ids: [id], userId }
}

export async function tellOwner(trx: Trx, owner: Owner & { id: string }): Promise<void> {
  await announce(trx, ownerChange(owner))
}
