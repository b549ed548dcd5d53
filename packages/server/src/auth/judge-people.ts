import type { InviteOutcome } from '@courtcrier/contract/calls/invite-people.ts'
import { isEmail } from '@courtcrier/contract/fields/email.ts'
import { isPlainText } from '@courtcrier/contract/fields/string-kinds.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { user as userResource } from '@courtcrier/contract/resources/user.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { refusalSentence } from '../records/attempt.ts'
import type { SearchScope } from '../records/viewer.ts'
import { isVisible } from '../records/visible-rows.ts'
import type { RowChange, Writer } from '../records/write/change.ts'
import { checkChanges } from '../records/write/check-changes.ts'
import { sameEmail } from './lock-out.ts'
import { choosesTimekeepers } from './own-timekeeper.ts'
import { hasSingleSignOn } from './way-back-in.ts'

interface Person {
  email: string
  fullName: string
}

/** People to create and invite, all with one role. */
export interface PeopleWish {
  people: readonly Person[]
  securityRoleId: string
  linkTimekeepers: boolean
}

/** One of the people, and what is to be done about them. */
export interface Judged extends Person {
  outcome: InviteOutcome
  reason: string | null
  userId: string | null
  timekeeper: string | null
  /** The values of the user to create. */
  input?: Readonly<Record<string, unknown>>
}

/** Returns what is to be done about each person, in their order; changes nothing. */
export async function judgePeople(
  trx: Trx,
  wish: PeopleWish,
  { writer, now }: { writer: Writer; now: Date },
): Promise<readonly Judged[]> {
  const read = readPeople(wish.people)
  const emails = read.flatMap(({ outcome, email }) => (outcome === 'new' ? [sameEmail(email)] : []))
  const users = await findUsers(trx, { firmId: writer.firmId, emails, now })
  const timekeepers = wish.linkTimekeepers
    ? await findTimekeepers(trx, writer, emails)
    : new Map<string, NamedTimekeeper>()
  const known = read.map((person) => {
    const found = person.outcome === 'new' ? users.get(sameEmail(person.email)) : undefined
    if (found) return { ...person, ...standingOf(found) }
    const linked = timekeepers.get(sameEmail(person.email))
    if (person.outcome !== 'new') return person
    const { email, fullName } = person
    const input = { email, fullName, securityRoleId: wish.securityRoleId, ...(linked && { timekeeperId: linked.id }) }
    return { ...person, timekeeper: linked?.name ?? null, input }
  })
  return refuseWrong(trx, known, writer)
}

function readPeople(people: readonly Person[]): readonly Judged[] {
  const seen = new Set<string>()
  return people.map((given) => {
    const person = { email: given.email.trim(), fullName: given.fullName.trim() }
    const judged = { ...person, outcome: 'new' as const, reason: null, userId: null, timekeeper: null }
    if (!isPlainText(person.email) || !isEmail(person.email))
      return { ...judged, outcome: 'invalid' as const, reason: describeProblem('not_email') }
    if (seen.has(sameEmail(person.email)))
      return { ...judged, outcome: 'duplicate' as const, reason: 'This address is named earlier in the list.' }
    seen.add(sameEmail(person.email))
    return judged
  })
}

interface Known {
  id: string
  email: string
  fullName: string
  isActive: boolean
  hasPassword: boolean
  hasSignedOn: boolean
  isOpen: boolean
  hasSignOn: boolean
}

/** An open invitation isn't repeated, so that the same list can be sent again after something failed. */
function standingOf({ id, fullName, ...known }: Known): Pick<Judged, 'outcome' | 'reason' | 'userId' | 'fullName'> {
  const settled = { outcome: 'user' as const, userId: id, fullName }
  if (!known.isActive) return { ...settled, reason: 'Already a user, who may not sign in.' }
  const isIn = known.hasSignOn ? known.hasSignedOn : known.hasPassword
  if (isIn) return { ...settled, reason: 'Already a user.' }
  if (known.isOpen) return { ...settled, reason: 'Already invited.' }
  return { ...settled, outcome: 'uninvited', reason: 'Already a user, who has no open invitation.' }
}

async function findUsers(
  trx: Trx,
  { firmId, emails, now }: { firmId: number; emails: readonly string[]; now: Date },
): Promise<ReadonlyMap<string, Known>> {
  const hasSignOn = await hasSingleSignOn(trx, firmId)
  const { rows } = await sql<Omit<Known, 'hasSignOn'>>`
    select u.id, u.email, u.full_name as "fullName", u.is_active as "isActive",
      exists (select from user_secrets s where s.firm_id = u.firm_id and s.id = u.id) as "hasPassword",
      exists (select from sign_on_links l where l.firm_id = u.firm_id and l.user_id = u.id) as "hasSignedOn",
      exists (select from invitations i where i.firm_id = u.firm_id and i.id = u.id and i.accepted_at is null
        and i.revoked_at is null and (i.way = 'sign_on' or exists (select from password_resets r
          where r.firm_id = u.firm_id and r.user_id = u.id and r.is_invitation and r.used_at is null
            and r.expires_at > ${now}::timestamptz))) as "isOpen"
    from users u where u.firm_id = ${firmId}::integer and lowered(u.email) = any(${[...emails]}::text[])`.execute(trx)
  return new Map(rows.map((row) => [sameEmail(row.email), { ...row, hasSignOn }]))
}

interface NamedTimekeeper {
  id: string
  name: string
}

/** Returns the timekeepers with these addresses whom the person inviting may see and choose; for an ambiguous one no user is created. */
async function findTimekeepers(
  trx: Trx,
  scope: SearchScope,
  emails: readonly string[],
): Promise<ReadonlyMap<string, NamedTimekeeper>> {
  const { role, firmId } = scope
  if (!choosesTimekeepers(role)) return new Map()
  const { rows } = await sql<NamedTimekeeper & { email: string }>`
    select lowered(t.email) as email, min(t.id::text) as id, min(t.full_name) as name from timekeepers t
    where t.firm_id = ${firmId}::integer and lowered(t.email) = any(${[...emails]}::text[])
      and ${isVisible('t', timekeeper, scope)}
      and not exists (select from users u where u.firm_id = t.firm_id and u.timekeeper_id = t.id)
    group by 1 having count(*) = 1`.execute(trx)
  return new Map(rows.map(({ email, ...found }) => [email, found]))
}

/** Refuses the people whom no user with these values may be created for by this writer. */
async function refuseWrong(trx: Trx, judged: readonly Judged[], writer: Writer): Promise<readonly Judged[]> {
  const ready = judged.filter(({ input }) => input !== undefined)
  const changes = ready.map(({ input = {} }): RowChange => ({ kind: 'create', input: { ...input } }))
  const checked = await checkChanges(trx, userResource, { changes, writer })
  const refusals = new Map(
    ready.map((person, at) => {
      const result = checked[at]
      return [person, result?.kind === 'refused' ? refusalSentence(userResource, result.refusal) : undefined]
    }),
  )
  return judged.map((person) => {
    const reason = refusals.get(person)
    if (reason === undefined) return person
    const { input: _, ...refused } = person
    return { ...refused, outcome: 'refused', reason }
  })
}
