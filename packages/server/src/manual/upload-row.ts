import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'

export type UploadKind = 'pdf' | 'message'

/** A file that somebody put into manual processing. */
export interface Upload {
  id: string
  fileId: string
  fileName: string
  kind: UploadKind
  size: number
  pages: number | null
}

/** Whose uploads: they are each person's own. */
export interface Uploader {
  firmId: number
  userId: string
}

export async function addUpload(trx: Trx, { firmId, userId }: Uploader, upload: Omit<Upload, 'id'>): Promise<string> {
  const id = newId()
  // What was never handed in is of no use later; its bytes stay in the store.
  await sql`delete from uploads where firm_id = ${firmId} and created_at < now() - interval '30 days'`.execute(trx)
  await sql`
    insert into uploads (firm_id, id, user_id, file_id, file_name, kind, size, pages)
    values (${firmId}, ${id}::uuid, ${userId}::uuid, ${upload.fileId}, ${upload.fileName.slice(0, 500)}, ${upload.kind},
      ${upload.size}, ${upload.pages})`.execute(trx)
  return id
}

/** The person's own uploads in the order asked for; those that are not there, or another's, are absent. */
export async function findUploads(
  trx: Trx,
  { firmId, userId }: Uploader,
  ids: readonly string[],
): Promise<readonly Upload[]> {
  const { rows } = await sql<Upload>`
    select id, file_id as "fileId", file_name as "fileName", kind, size, pages from uploads
    where firm_id = ${firmId} and user_id = ${userId}::uuid and id = any(${[...ids]}::uuid[])`.execute(trx)
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** They are part of an inbox item now. */
export async function removeUploads(trx: Trx, { firmId, userId }: Uploader, ids: readonly string[]): Promise<void> {
  await sql`
    delete from uploads where firm_id = ${firmId} and user_id = ${userId}::uuid and id = any(${[...ids]}::uuid[])`.execute(
    trx,
  )
}
