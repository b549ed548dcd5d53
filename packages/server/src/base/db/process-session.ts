import { type RawBuilder, sql } from 'kysely'

/** Any number would do, as long as every Courtcrier uses the same, and no other pair of numbers begins with it. */
const kindOfLock = 7_620_196

/**
 * Returns the statement by which a process shows on one of its sessions that it is there. The lock lasts as long as the
 * session does, which the server ends within a moment if the process is killed, and not while it stands still. Shared:
 * a session that takes the place of another needn't wait until the server has noticed the end of that one.
 */
export function showProcess(processId: string): string {
  return `select pg_advisory_lock_shared(${kindOfLock}, hashtext('${processId}'))`
}

/** Whether the process with this ID has a session. It only looks: a lock taken to find out would be in the way of others. */
export function isConnected(processId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from pg_locks shown where shown.locktype = 'advisory' and shown.objsubid = 2
    and shown.classid = ${sql.lit(kindOfLock)}::oid and shown.objid = hashtext(${processId}::text)::oid)`
}
