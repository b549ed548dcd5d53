import type { BodyOf } from '@courtcrier/contract/calls/call.ts'
import { type InvitedPerson, invitePeople } from '@courtcrier/contract/calls/invite-people.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { useState } from 'react'
import { ask } from '../../session/ask.ts'
import { queryClient } from '../../session/query-client.ts'

type Wish = Omit<BodyOf<typeof invitePeople>, 'rehearse'>

/** A checked list, and what has been done of it. */
export interface InviteState {
  wish: Wish
  canSend: boolean
  people: readonly InvitedPerson[]
  /** Whether anything was done yet; before, it is a preview. */
  isStarted: boolean
  /** What undoes the invitations of each part. */
  undoIds: readonly string[]
  /** How many of how many are done while it is under way. */
  progress?: { done: number; total: number }
}

/** People are sent in parts, so that it shows how far it is, and a lost connection loses little. */
const partSize = 10

/** Checks a list of people, then creates and invites them part by part. Those who fail can be tried again. */
export function useInvitePeople() {
  const [state, setState] = useState<InviteState>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const guarded = async (run: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await run()
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : String(cause))
    }
    setBusy(false)
  }
  const preview = (wish: Wish) =>
    guarded(async () => {
      const { canSend, people } = await ask(invitePeople, { body: { ...wish, rehearse: true } })
      setState({ wish, canSend, people, isStarted: false, undoIds: [] })
    })
  const send = (from: InviteState) =>
    guarded(async () => {
      try {
        await sendParts(from, setState)
      } finally {
        await queryClient.invalidateQueries({ queryKey: [user.name] })
      }
    })
  return { state, isBusy, failure, preview, send, back: () => setState(undefined) }
}

/** Returns the people to create or invite: all at first, later those who failed or weren't reached. */
export function openPeople({ people, canSend }: InviteState): readonly InvitedPerson[] {
  return people.filter(
    ({ outcome }) => outcome === 'new' || outcome === 'failed' || (outcome === 'uninvited' && canSend),
  )
}

async function sendParts(from: InviteState, show: (state: InviteState) => void): Promise<void> {
  const open = openPeople(from)
  let current: InviteState = { ...from, isStarted: true, progress: { done: 0, total: open.length } }
  show(current)
  try {
    for (let start = 0; start < open.length; start += partSize) {
      const part = open.slice(start, start + partSize).map(({ email, fullName }) => ({ email, fullName }))
      const body = { ...from.wish, people: part }
      const { people, canSend, undoId } = await ask(invitePeople, { body }, { isPatient: true })
      const done = new Map(people.map((person) => [person.email, person]))
      const merged = current.people.map((person) => (isOpen(person) ? (done.get(person.email) ?? person) : person))
      const undoIds = undoId === undefined ? current.undoIds : [...current.undoIds, undoId]
      const progress = { done: start + part.length, total: open.length }
      current = { ...current, canSend, people: merged, undoIds, progress }
      show(current)
    }
  } finally {
    const { progress: _, ...ended } = current
    show(ended)
  }
}

function isOpen({ outcome }: InvitedPerson): boolean {
  return outcome === 'new' || outcome === 'failed' || outcome === 'uninvited'
}
