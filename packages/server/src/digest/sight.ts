import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { Person } from '../delivery/choose-recipients.ts'
import { findOwners } from '../delivery/find-people.ts'
import { type Wall, whyWalledOff } from '../delivery/walls.ts'
import { standingWalls } from '../resources/standing-walls.ts'

/** Why an address may not be told of what is about these cases, as a sentence; undefined when it may. */
export type Sight = (email: string, caseIds: readonly string[], timekeeperId?: string | null) => string | undefined

interface Question {
  firmId: number
  emails: readonly string[]
  caseIds: readonly string[]
  /** Whose the addresses are is known, and that they are active: without walls nobody else matters. */
  areKnown?: boolean
}

/** What addresses may see now: walls and people as they are at this moment, whatever they were at the filing. */
export async function lookFor(trx: Trx, question: Question): Promise<Sight> {
  const walls = await wallsOf(trx, question)
  const isOwnerAsked = walls.length > 0 || !question.areKnown
  // A look at every timekeeper of the firm.
  const owners = isOwnerAsked ? await findOwners(trx, { firmId: question.firmId, emails: question.emails }) : []
  const byAddress = new Map<string, Person[]>()
  for (const owner of owners)
    for (const address of addressesOf(owner)) byAddress.set(address, [...(byAddress.get(address) ?? []), owner])
  return (email, caseIds, timekeeperId) => {
    const people = byAddress.get(email.toLowerCase()) ?? []
    const told = timekeeperId ? people.filter(({ id }) => id === timekeeperId) : people
    if (told[0] && told.every(({ status }) => status !== 'Active')) return `${told[0].fullName} is inactive.`
    const ids = new Set([...people.map(({ id }) => id), ...(timekeeperId ? [timekeeperId] : [])])
    return whyWalledOff(
      [...ids],
      walls.filter((wall) => wall.caseIds.some((id) => caseIds.includes(id))),
    )
  }
}

function addressesOf({ email, additionalEmails, signInEmails = [] }: Person): string[] {
  return [
    ...new Set(
      [...(email ? [email] : []), ...additionalEmails, ...signInEmails].map((address) => address.toLowerCase()),
    ),
  ]
}

/** The ethical walls around cases, each with those of the cases that are behind it. */
export async function wallsOf(
  trx: Trx,
  { firmId, caseIds }: Pick<Question, 'firmId' | 'caseIds'>,
): Promise<readonly (Wall & { caseIds: string[] })[]> {
  const { rows } = await sql<Wall & { caseIds: string[] }>`
    select w.id, w.name, w.wall_type as "wallType", w.timekeeper_ids as "timekeeperIds",
      array_agg(c.id::text) as "caseIds"
    from cases c left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
      join ${standingWalls} w on w.firm_id = c.firm_id and (w.matter_id = c.matter_id or w.client_id = m.client_id)
    where c.firm_id = ${firmId} and c.id = any(${[...new Set(caseIds)]}::uuid[])
    group by w.id, w.name, w.wall_type, w.timekeeper_ids order by w.name, w.id`.execute(trx)
  return rows
}
