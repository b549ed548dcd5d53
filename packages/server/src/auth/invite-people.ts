import type { InvitedPerson } from '@courtcrier/contract/calls/invite-people.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { user as userResource } from '@courtcrier/contract/resources/user.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import type { SecretBox } from '../base/db/rows.ts'
import { attempt, refusalSentence } from '../records/attempt.ts'
import type { Caller } from '../records/caller.ts'
import type { Writer } from '../records/write/change.ts'
import { writeRow } from '../records/write/write-rows.ts'
import { type InvitationDeps, invite } from './invitations.ts'
import { type Judged, judgePeople, type PeopleWish } from './judge-people.ts'
import { noteInvitations } from './undo-invitations.ts'

export interface InvitePeopleDeps extends InvitationDeps {
  secrets: SecretBox
}

interface Wish extends PeopleWish {
  caller: Caller
  canSend: boolean
  isRehearsal: boolean
}

interface Result {
  people: readonly InvitedPerson[]
  /** Undefined if no one was invited. */
  undoId: string | undefined
}

/**
 * Creates users and emails each an invitation, or says what would be done. Each person stands alone: one who fails is
 * named and can be tried again with the same list, because no one is created or emailed twice.
 */
export async function invitePeople(deps: InvitePeopleDeps, wish: Wish): Promise<Result> {
  const { caller, isRehearsal } = wish
  const writer: Writer = { ...caller, box: deps.secrets }
  const judged = await withFirm(deps.database, caller.firmId, (trx) =>
    judgePeople(trx, wish, { writer, now: deps.now() }),
  )
  const people: InvitedPerson[] = []
  for (const person of judged) people.push(shown(isRehearsal ? person : await actOn(deps, person, { wish, writer })))
  const invited = people.flatMap(({ outcome, userId }) => (outcome === 'invited' && userId !== null ? [userId] : []))
  const undoId = await withFirmWrite(deps.database, caller.firmId, (trx) =>
    noteInvitations(trx, { ...caller, invited }),
  )
  return { people, undoId }
}

function shown({ input: _, ...person }: Judged): InvitedPerson {
  return person
}

interface Acting {
  wish: Wish
  writer: Writer
}

async function actOn(deps: InvitePeopleDeps, person: Judged, { wish, writer }: Acting): Promise<Judged> {
  if (person.outcome !== 'new' && person.outcome !== 'uninvited') return person
  const created = person.outcome === 'new' ? await create(deps, person, writer) : person
  const { userId } = created
  if (userId === null) return created
  if (!wish.canSend) return { ...created, outcome: person.outcome === 'new' ? 'created' : 'user' }
  try {
    await invite(deps, wish.caller, userId)
    return { ...created, outcome: 'invited', reason: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ...created, outcome: 'failed', reason: error.message }
  }
}

/** Creates the user; what was only found out now, such as someone else creating them, is a reason and not an error. */
async function create(deps: InvitePeopleDeps, person: Judged, writer: Writer): Promise<Judged> {
  const made: { id?: string } = {}
  const refusal = await withFirmWrite(deps.database, writer.firmId, (trx) =>
    attempt(trx, async () => {
      const change = { kind: 'create' as const, input: { ...person.input } }
      made.id = (await writeRow(trx, userResource, change, writer)).id
    }),
  )
  if (refusal) return { ...person, outcome: 'failed', reason: refusalSentence(userResource, refusal) }
  return { ...person, userId: made.id ?? null }
}
