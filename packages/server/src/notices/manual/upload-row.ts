import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'

export type UploadKind = 'pdf' | 'message'

/** A file uploaded for manual processing. */
export interface Upload {
  id: string
  fileId: string
  fileName: string
  kind: UploadKind
  size: number
  pages: number | null
  /** What its pages say about the filing. */
  facts: UploadFacts
}

/** What a file's content shows. */
export interface UploadFacts {
  courtId?: string
  docketNumber?: string
  documentNumber?: string
  /** The document's own number, `118-1`. */
  number?: string
  filedDate?: string
  event?: string
  docketText?: string
  filedBy?: string
  caseName?: string
}

/** Whether a court stamped the document: nothing else on its pages names these facts. */
export function isStamped({ docketNumber, number, filedDate }: UploadFacts): boolean {
  return docketNumber !== undefined || number !== undefined || filedDate !== undefined
}

/** The owner of uploads: each user sees only their own. */
export interface Uploader {
  firmId: number
  userId: string
}

export async function addUpload(trx: Trx, { firmId, userId }: Uploader, upload: Omit<Upload, 'id'>): Promise<string> {
  const id = newId()
  // Uploads that were never submitted are deleted after 30 days; their bytes stay in the blob store.
  await sql`delete from uploads where firm_id = ${firmId} and created_at < now() - interval '30 days'`.execute(trx)
  await sql`
    insert into uploads (firm_id, id, user_id, file_id, file_name, kind, size, pages, facts)
    values (${firmId}, ${id}::uuid, ${userId}::uuid, ${upload.fileId}, ${upload.fileName.slice(0, 500)}, ${upload.kind},
      ${upload.size}, ${upload.pages}, ${JSON.stringify(upload.facts)}::text::jsonb)`.execute(trx)
  return id
}

/** Returns the user's own uploads in the requested order, without missing ones and other users'. */
export async function findUploads(
  trx: Trx,
  { firmId, userId }: Uploader,
  ids: readonly string[],
): Promise<readonly Upload[]> {
  const { rows } = await sql<Upload>`
    select id, file_id as "fileId", file_name as "fileName", kind, size, pages, facts from uploads
    where firm_id = ${firmId} and user_id = ${userId}::uuid and id = any(${[...ids]}::uuid[])`.execute(trx)
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** Removes uploads that have become part of an inbox item. */
export async function removeUploads(trx: Trx, { firmId, userId }: Uploader, ids: readonly string[]): Promise<void> {
  await sql`
    delete from uploads where firm_id = ${firmId} and user_id = ${userId}::uuid and id = any(${[...ids]}::uuid[])`.execute(
    trx,
  )
}
