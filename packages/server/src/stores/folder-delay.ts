import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'

interface FolderKey {
  firmId: number
  place: string
  path: string
}

/** Records that a folder was created just now. */
export async function noteMade(trx: Trx, { firmId, place, path }: FolderKey): Promise<void> {
  await sql`delete from made_folders where firm_id = ${firmId} and made_at < now() - interval '2 days'`.execute(trx)
  await sql`insert into made_folders (firm_id, place, path) values (${firmId}, ${place}, ${path})
    on conflict (firm_id, place, path) do update set made_at = now()`.execute(trx)
}

/** How long to leave a folder alone, in milliseconds, because it or one below it has just been created. */
export async function remainingWait(
  trx: Trx,
  { firmId, place, path }: FolderKey,
  delaySeconds: number,
): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(extract(epoch from max(made_at) + make_interval(secs => ${delaySeconds}::integer) - now()) * 1000, 0)::float8 as ms
    from made_folders
    where firm_id = ${firmId} and place = ${place} and (path = ${path} or starts_with(path, ${`${path}/`}))`.execute(
    trx,
  )
  return Math.max(0, Math.ceil(rows[0]?.ms ?? 0))
}
