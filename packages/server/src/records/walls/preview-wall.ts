import { subjectAccess } from '@courtcrier/contract/access.ts'
import { mostNamedByWall, type WallExcluded, type WallPreview } from '@courtcrier/contract/calls/walls.ts'
import { fieldAccess, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { ethicalWall } from '@courtcrier/contract/resources/ethical-wall.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { SearchScope } from '../viewer.ts'
import { isVisible } from '../visible-rows.ts'
import { isReached, type WallTarget } from './reach.ts'
import { isThisSide, keepsOut, standingWalls } from './walls.ts'

/** A wall, saved or not. */
export interface DraftWall {
  /** The saved wall's ID; undefined for a new one. */
  id: string | undefined
  wallType: string
  matterId: string | undefined
  clientId: string | undefined
  timekeeperIds: readonly string[]
}

interface Draft {
  wall: DraftWall
  scope: SearchScope
}

/**
 * Returns what a wall would hide and from whom, and who could still see it. Rows the viewer may not see don't count,
 * and people whose names the role may not read are only counted.
 */
export async function previewWall(trx: Trx, draft: Draft): Promise<WallPreview> {
  const canSee = sightOf(draft.scope.role)
  const excluded = await findExcluded(trx, draft)
  const left = seesWay(canSee, waysOfLeft) ? await findLeft(trx, draft) : undefined
  const named = fieldAccess(timekeeper, timekeeper.title, draft.scope.role) === 'DENY' ? [] : excluded
  return {
    ...(await countReach(trx, draft)),
    excluded: await withCounts(trx, draft, named.slice(0, mostNamedByWall)),
    excluded_count: excluded.length,
    left: left && canSee(user, user.title) ? left.slice(0, mostNamedByWall) : [],
    left_count: left?.length ?? null,
    is_on: await areWallsOn(trx, draft.scope.firmId),
  }
}

/** The fields that tell which users who can log in are which timekeepers. */
const waysOfLogin: Way = [
  [user, 'timekeeperId'],
  [user, 'isActive'],
]

/** The fields that decide whom the walls that are already there exclude from what. */
const waysOfWalls: Way = (['wallType', 'matterId', 'clientId', 'timekeeperIds'] as const).map(
  (key) => [ethicalWall, key] as const,
)

/** The fields that decide who can still see the cases; both the names and their number reveal them. */
const waysOfLeft: Way = [...waysOfLogin, [user, 'securityRoleId'], [userSecurityRole, courtCase.access], ...waysOfWalls]

/** Returns the condition on rows of `t`: behind the wall, and visible to the viewer. */
function behind(t: string, resource: Resource, { wall, scope }: Draft): RawBuilder<boolean> {
  const reached = isReached(t, resource, targetOf(wall, scope.firmId)) ?? sql<boolean>`false`
  return sql<boolean>`(${sql.ref(`${t}.firm_id`)} = ${scope.firmId}::integer and ${reached}
    and ${isVisible(t, resource, scope)})`
}

function targetOf({ matterId, clientId }: DraftWall, firmId: number): WallTarget {
  return { firmId, around: { matter_id: matterId, client_id: clientId } }
}

/** Whether the role may read what leads from such rows to the wall; a count would tell it otherwise. */
function canFollow(resource: Resource, { wall, scope }: Draft): boolean {
  const reads = (of: Resource, key: string) => fieldAccess(of, key, scope.role) !== 'DENY'
  const fromCases = reads(courtCase, 'matterId') && (wall.clientId === undefined || reads(matter, 'clientId'))
  return fromCases && (resource !== envelope || reads(envelope, 'caseId'))
}

type Reach = Pick<WallPreview, 'cases' | 'filings'>

async function countReach(trx: Trx, draft: Draft): Promise<Reach> {
  return { cases: await countRows(trx, courtCase, draft), filings: await countRows(trx, envelope, draft) }
}

/** Returns how many rows are behind the wall. */
async function countRows(trx: Trx, resource: Resource, draft: Draft): Promise<number | null> {
  if (!mayCount(resource, draft)) return null
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(tableOf(resource))} t
    where ${behind('t', resource, draft)}`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Returns how many of those rows each timekeeper sees now, in the order of their IDs here. */
async function countSeen(
  trx: Trx,
  resource: Resource,
  { draft, ids }: { draft: Draft; ids: readonly string[] },
): Promise<readonly (number | null)[]> {
  if (!mayCount(resource, draft) || !seesWay(sightOf(draft.scope.role), waysOfWalls)) return ids.map(() => null)
  const seen = ids.map((timekeeperId) => {
    const isSeen = isThisSide('t', resource, { firmId: draft.scope.firmId, timekeeperId }) ?? sql`true`
    return sql`(count(*) filter (where ${isSeen}))::integer`
  })
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(seen)}]::integer[] as counts from ${sql.table(tableOf(resource))} t
    where ${behind('t', resource, draft)}`.execute(trx)
  return rows[0]?.counts ?? []
}

function mayCount(resource: Resource, draft: Draft): boolean {
  return subjectAccess(resource.subject, draft.scope.role) !== 'DENY' && canFollow(resource, draft)
}

type Excluded = Omit<WallExcluded, keyof Reach>

async function withCounts(trx: Trx, draft: Draft, excluded: readonly Excluded[]): Promise<WallExcluded[]> {
  if (excluded.length === 0) return []
  const ids = excluded.map(({ id }) => id)
  const cases = await countSeen(trx, courtCase, { draft, ids })
  const filings = await countSeen(trx, envelope, { draft, ids })
  return excluded.map((person, index) => ({ ...person, cases: cases[index] ?? null, filings: filings[index] ?? null }))
}

/** Returns the timekeepers the wall excludes: those it matters to most come first, as far as the viewer may know. */
async function findExcluded(trx: Trx, draft: Draft): Promise<readonly Excluded[]> {
  const { wall, scope } = draft
  const isKnown = canFollow(courtCase, draft) && fieldAccess(courtCase, 'assignedTimekeepers', scope.role) !== 'DENY'
  const canSee = sightOf(scope.role)
  const hasLogin = seesWay(canSee, waysOfLogin)
    ? sql`exists (select from users u where u.firm_id = t.firm_id and u.timekeeper_id = t.id and u.is_active)`
    : sql`null::boolean`
  const isActive = canSee(timekeeper, 'status') ? sql`t.status = 'Active'` : sql`true`
  const { rows } = await sql<Excluded>`
    with assigned as (select distinct unnest(c.assigned_timekeepers) as id from cases c
      where ${isKnown} and ${behind('c', courtCase, draft)})
    select t.id, t.full_name as name, t.id in (select id from assigned) as is_assigned,
      ${hasLogin} as has_login
    from timekeepers t cross join ${draftTable(wall)}
    where t.firm_id = ${scope.firmId}::integer and ${isActive} and ${keepsOut(sql`t.id`)}
    order by is_assigned desc, has_login desc, t.sort_name, t.full_name, t.id`.execute(trx)
  return rows
}

/**
 * Returns the users who can still see cases behind the wall: their role sees cases, and neither this wall nor another
 * one around all of it excludes them.
 */
async function findLeft(trx: Trx, { wall, scope }: Draft): Promise<readonly { id: string; name: string }[]> {
  const { firmId } = scope
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.full_name as name from users u
      join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
      cross join ${draftTable(wall)}
    where u.firm_id = ${firmId}::integer and u.is_active and coalesce(r.grants ->> 'case_access', 'DENY') <> 'DENY'
      and (u.timekeeper_id is null or not ${keepsOut(sql`u.timekeeper_id`)})
      and exists (select from (${around(wall, scope)}) inside
        where u.timekeeper_id is null or not exists (select from ${standingWalls(firmId)} o
          where o.id is distinct from ${wall.id ?? null}::uuid
            and (o.matter_id = inside.matter or o.client_id = inside.client)
            and wall_keeps_out(o.wall_type, o.timekeeper_ids, u.timekeeper_id)))
    order by u.full_name, u.id`.execute(trx)
  return rows
}

/** The matter and the client the wall is around, as far as the viewer may see them. */
function around({ matterId, clientId }: DraftWall, scope: SearchScope): RawBuilder<unknown> {
  const clientOf = fieldAccess(matter, 'clientId', scope.role) === 'DENY' ? sql`null::uuid` : sql`m.client_id`
  return sql`
    select m.id as matter, ${clientOf} as client from matters m
      where m.firm_id = ${scope.firmId}::integer and m.id = ${matterId ?? null}::uuid and ${isVisible('m', matter, scope)}
    union all select null::uuid, c.id from clients c
      where c.firm_id = ${scope.firmId}::integer and c.id = ${clientId ?? null}::uuid and ${isVisible('c', client, scope)}`
}

/** The wall as a table `w` of one row, as `keepsOut` reads it. */
function draftTable({ wallType, timekeeperIds }: DraftWall): RawBuilder<unknown> {
  return sql`(select ${wallType}::text as wall_type, ${[...timekeeperIds]}::uuid[] as timekeeper_ids) w`
}

async function areWallsOn(trx: Trx, firmId: number): Promise<boolean> {
  const { rows } = await sql<{ isOn: boolean }>`
    select internal_walls_enabled as "isOn" from firms where firm_id = ${firmId}::integer`.execute(trx)
  return rows[0]?.isOn ?? false
}
