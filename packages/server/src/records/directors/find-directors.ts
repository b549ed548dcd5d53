import type { Role } from '@courtcrier/contract/access.ts'
import { type KeyScopes, narrowToKey } from '@courtcrier/contract/api-keys.ts'
import { isDestination } from '@courtcrier/contract/directs.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { statement } from '../../base/db/statement.ts'

/** A person who directed something elsewhere, as they are now. */
export interface Director {
  userId: string
  /**
   * What the API key allowed too, if it was done with one. Of a user who was deleted, the last; undefined if they were
   * deleted before it was kept.
   */
  role: Role | undefined
  /** They may have been behind any wall. */
  isDeleted: boolean
  /** The timekeeper whose walls apply to them, if any. */
  timekeeperId: string | undefined
}

/** What directs something: a record, one of its fields, or one entry of a list. */
export interface Direction {
  entity: string
  id: string
  field?: string
  value?: string
}

export type DirectorsOf = (direction: Direction) => readonly Director[]

/**
 * Finds who directed something by these records. Besides the person who set a destination, everyone counts who has since
 * changed what goes there. No one is known for what was set before this was recorded, or by the program itself.
 */
export async function findDirectors(
  trx: Trx,
  { firmId, records }: { firmId: number; records: readonly Pick<Direction, 'entity' | 'id'>[] },
): Promise<DirectorsOf> {
  if (records.length === 0) return () => []
  const rows = await readDirectors(trx, { firmId, records })
  if (rows.length === 0) return () => []
  const people = await findPeople(trx, { firmId, ids: [...new Set(rows.map(({ userId }) => userId))] })
  const byRecord = Map.groupBy(rows, ({ entity, id }) => `${entity} ${id}`)
  return (direction) => {
    const directing = directingRows(byRecord.get(`${direction.entity} ${direction.id}`) ?? [], direction)
    return directing.flatMap(({ userId, scopes }) => narrowed(people.get(userId), scopes) ?? [])
  }
}

function narrowed(person: Director | undefined, scopes: KeyScopes | null): Director | undefined {
  if (!person?.role || !scopes) return person
  return { ...person, role: narrowToKey(person.role, { id: person.userId, scopes }) }
}

/** Returns one row for each person, and for each set of scopes with which a person used a key. */
function directingRows(rows: readonly DirectorRecord[], { entity, field, value }: Direction): DirectorRecord[] {
  const resource = getResource(entity)
  const set = rows.filter(
    (row) =>
      (field === undefined ? isDestination(resource, row.field) : row.field === field) &&
      (value === undefined || row.value === value.toLowerCase()),
  )
  const since = Math.max(...set.map(({ setAt }) => setAt))
  const later = rows.filter((row) => resource.fields[row.field]?.directs === 'what' && row.setAt > since)
  const byDirector = [...set, ...later].map((row): [string, DirectorRecord] => [
    `${row.userId} ${JSON.stringify(row.scopes)}`,
    row,
  ])
  return [...new Map(byDirector).values()]
}

interface DirectorRecord {
  entity: string
  id: string
  field: string
  value: string
  userId: string
  /** Of the API key it was done with. */
  scopes: KeyScopes | null
  /** In microseconds. */
  setAt: number
}

const readDirectors = statement<
  { firmId: number; records: readonly Pick<Direction, 'entity' | 'id'>[] },
  DirectorRecord,
  readonly DirectorRecord[]
>({
  columns: 'records jsonb',
  row: ({ records }) => ({ records: records.map(({ entity, id }) => ({ entity, id })) }),
  write: ({ firmId, rows }) => sql`
    select r.n, d.entity, d.record_id as id, d.field, d.value, d.user_id as "userId", d.scopes,
      (extract(epoch from d.set_at) * 1000000)::float8 as "setAt"
    from ${rows} cross join jsonb_to_recordset(r.records) as w (entity text, id text)
      join directors d on d.firm_id = ${firmId} and d.entity = w.entity and d.record_id = w.id`,
  answer: (rows) => rows,
})

async function findPeople(
  trx: Trx,
  question: { firmId: number; ids: readonly string[] },
): Promise<ReadonlyMap<string, Director>> {
  const rows = await readPeople(trx, question)
  return new Map(
    rows.map(({ userId, timekeeperId, isDeleted, role }) => [
      userId,
      {
        userId,
        isDeleted,
        timekeeperId: timekeeperId ?? undefined,
        role: role ? roleFromRow(rowOf(userSecurityRole, role)) : undefined,
      },
    ]),
  )
}

interface PersonRecord {
  userId: string
  timekeeperId: string | null
  isDeleted: boolean
  role: DatabaseRecord | null
}

const readPeople = statement<{ firmId: number; ids: readonly string[] }, PersonRecord, readonly PersonRecord[]>({
  columns: 'ids uuid[]',
  row: ({ ids }) => ({ ids }),
  write: ({ firmId, rows }) => sql`
    select r.n, w.id as "userId", u.timekeeper_id as "timekeeperId", u.id is null as "isDeleted",
      case when u.id is null then (
        select d.role from directors d where d.firm_id = ${firmId} and d.user_id = w.id and d.role is not null limit 1
      ) else to_jsonb(s.*) end as role
    from ${rows} cross join unnest(r.ids) as w (id)
      left join users u on u.firm_id = ${firmId} and u.id = w.id
      left join user_security_roles s on s.firm_id = u.firm_id and s.id = u.security_role_id`,
  answer: (rows) => rows,
})
