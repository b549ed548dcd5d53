import type { PossibleCourt } from '@courtcrier/contract/calls/inbox.ts'
import type { CourtEvidence, Notice } from '@courtcrier/contract/notice.ts'
import { findShortName } from './directory/short-name.ts'

/** Returns the courts that a notice's evidence names, most likely first, if it isn't clear which sent it. */
export function findPossibleCourts({ courtId, courtEvidence = [] }: Partial<Notice>): readonly PossibleCourt[] {
  if (courtId) return []
  const ids = [...new Set(courtEvidence.map((entry) => entry.courtId))]
  return ids.flatMap((id) => {
    const name = findShortName(id)
    const isLinked = courtEvidence.some((entry) => entry.courtId === id && entry.by === 'link')
    return name === undefined ? [] : [{ id, name, isLinked }]
  })
}

/** Says which courts the evidence names, and that a person has to choose; undefined if it names none. */
export function describeDoubt(courtEvidence: readonly CourtEvidence[]): string | undefined {
  const courts = findPossibleCourts({ courtEvidence })
  const linked = courts.filter(({ isLinked }) => isLinked)
  const named = courts.filter(({ isLinked }) => !isLinked)
  if (linked.length === 0) return undefined
  const [led, others] = [listOf(linked), listOf(named)]
  if (named.length > 0) {
    return `The links in this message lead to ${led}, but its text or sender names ${others} as the court. Choose the court that sent it.`
  }
  if (linked.length > 1)
    return `The links in this message lead to ${led}, and don't show which of them sent it. Choose the court that sent it.`
  return `The links in this message lead to ${led}, but they may not be the notice's. Choose the court that sent it.`
}

/** More names than these help no one to choose. */
const mostNamed = 3
const list = new Intl.ListFormat('en', { type: 'conjunction' })

function listOf(courts: readonly PossibleCourt[]): string {
  return list.format(courts.slice(0, mostNamed).map(({ name }) => name))
}
