import { lowered } from '@courtcrier/contract/lowered.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { findOwners } from '../../notices/addressing/find-people.ts'
import { findWallsAroundCases, type Wall, whyWalledOff } from '../../records/walls/walls.ts'
import { findReportDirectors, type ReportOf } from './report-directors.ts'

/** Lines of a report that its reader may see, and a sentence about the others; '' where there are none. */
export interface SeenLines<Line> {
  lines: readonly Line[]
  hidden: string
}

/** Items a reader may see are listed; the rest is counted, because a failure must reach someone. */
export async function seenByReader<Line extends { caseIds: readonly string[] }>(
  trx: Trx,
  row: ReportOf,
  lines: readonly Line[],
): Promise<SeenLines<Line>> {
  const ids = lines.flatMap(({ caseIds }) => caseIds)
  const walls = await findWallsAroundCases(trx, { firmId: row.firmId, ids })
  const reader = await findReader(trx, row)
  return counted(
    reader,
    lines,
    lines.filter(({ caseIds }) => reader.mayRead(walls.filter((wall) => wall.ids.some((id) => caseIds.includes(id))))),
  )
}

/** The same for lines that already name the walls around their subject. */
export async function seenBehindWalls<Line extends { walls: readonly Wall[] }>(
  trx: Trx,
  row: ReportOf,
  lines: readonly Line[],
): Promise<SeenLines<Line>> {
  const reader = await findReader(trx, row)
  return counted(
    reader,
    lines,
    lines.filter(({ walls }) => reader.mayRead(walls)),
  )
}

function counted<Line>(
  { isGone, isDenied, isOfGroup }: Reader,
  lines: readonly Line[],
  seen: readonly Line[],
): SeenLines<Line> {
  const count = lines.length - seen.length
  if (count === 0) return { lines: seen, hidden: '' }
  if (isGone)
    return { lines: seen, hidden: `${count} not listed, because this address belongs to someone who is inactive.` }
  const whose = isOfGroup
    ? 'your role, or that of the person who turned this report on,'
    : 'the role of the person who entered this address'
  const hidden = isDenied
    ? `${count} not listed, because ${whose} doesn't include them.`
    : `${count} behind an ethical wall ${count === 1 ? 'is' : 'are'} not listed.`
  return { lines: seen, hidden }
}

interface Reader {
  mayRead: (walls: readonly Wall[]) => boolean
  /** Everyone with this address has left the firm. */
  isGone: boolean
  /** The role of someone who had it sent here doesn't include what the report says. */
  isDenied: boolean
  /** A preference group has it sent to its people. */
  isOfGroup: boolean
}

/**
 * Determines whether an address may read what is behind walls. It may if every timekeeper it belongs to may, whether it
 * is their own address or that of their user; nothing is known about any other address, so it sees nothing behind a
 * wall. Nothing is listed that the person who entered the address may not see, or turned on the report of a group.
 */
async function findReader(trx: Trx, row: ReportOf): Promise<Reader> {
  const { firmId, email } = row
  const address = lowered(email)
  const isBarred = await findReportDirectors(trx, row)
  const { rows: users } = await sql<{ timekeeperId: string | null; isActive: boolean }>`
    select u.timekeeper_id as "timekeeperId", u.is_active and coalesce(t.status = 'Active', true) as "isActive"
    from users u left join timekeepers t on t.firm_id = u.firm_id and t.id = u.timekeeper_id
    where u.firm_id = ${firmId} and lowered(u.email) = ${address}`.execute(trx)
  const owners = (await findOwners(trx, { firmId, emails: [address] })).map(({ id, status }) => ({
    timekeeperId: id,
    isActive: status === 'Active',
  }))
  const people = [...users, ...owners]
  const ids = [...new Set(people.flatMap(({ timekeeperId }) => timekeeperId ?? []))]
  const isGone = people.length > 0 && !people.some(({ isActive }) => isActive)
  const isOpen = (walls: readonly Wall[]) => people.length > 0 && whyWalledOff(ids, walls) === undefined
  const mayRead = (walls: readonly Wall[]) => !isGone && !isBarred(walls) && (walls.length === 0 || isOpen(walls))
  return { isGone, isDenied: isBarred([]), isOfGroup: row.kind === 'activity', mayRead }
}
