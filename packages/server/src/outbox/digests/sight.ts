import { lowered } from '@courtcrier/contract/lowered.ts'
import type { Trx } from '../../base/db/database.ts'
import type { RecipientPerson } from '../../notices/addressing/choose-recipients.ts'
import { whyNotMailed } from '../../notices/addressing/directed-mail.ts'
import { findOwners } from '../../notices/addressing/find-people.ts'
import type { Director } from '../../records/directors/find-directors.ts'
import { findWallsAroundCases, whyWalledOff } from '../../records/walls/walls.ts'

/** Returns why an address may not be notified about these cases, as a sentence; undefined if it may. */
export type Sight = (email: string, caseIds: readonly string[], more?: More) => string | undefined

interface More {
  timekeeperId?: string | null
  /** Who directed it to this address. */
  directors?: readonly Director[]
}

interface Question {
  firmId: number
  emails: readonly string[]
  caseIds: readonly string[]
  /** The owners of the addresses are known and active: without walls no one else matters. */
  areKnown?: boolean
}

/**
 * Finds what addresses may see now: by the current walls and people, whatever they were when the filing was received.
 */
export async function lookFor(trx: Trx, question: Question): Promise<Sight> {
  const walls = await findWallsAroundCases(trx, { firmId: question.firmId, ids: question.caseIds })
  const isOwnerAsked = walls.length > 0 || !question.areKnown
  // This reads every timekeeper of the firm.
  const owners = isOwnerAsked ? await findOwners(trx, { firmId: question.firmId, emails: question.emails }) : []
  const byAddress = new Map<string, RecipientPerson[]>()
  for (const owner of owners)
    for (const address of addressesOf(owner)) byAddress.set(address, [...(byAddress.get(address) ?? []), owner])
  return (email, caseIds, { timekeeperId, directors = [] } = {}) => {
    const people = byAddress.get(lowered(email)) ?? []
    const told = timekeeperId ? people.filter(({ id }) => id === timekeeperId) : people
    if (told[0] && told.every(({ status }) => status !== 'Active')) return `${told[0].fullName} is inactive.`
    const ids = new Set([...people.map(({ id }) => id), ...(timekeeperId ? [timekeeperId] : [])])
    const around = walls.filter((wall) => wall.ids.some((id) => caseIds.includes(id)))
    return whyWalledOff([...ids], around) ?? whyNotMailed(directors, around)
  }
}

function addressesOf({ email, additionalEmails, signInEmails = [] }: RecipientPerson): string[] {
  return [
    ...new Set([...(email ? [email] : []), ...additionalEmails, ...signInEmails].map((address) => lowered(address))),
  ]
}
