import { takeBack } from '@courtcrier/contract/calls/undo.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { i18next } from '../../i18n/i18n.ts'
import { ask } from '../../session/ask.ts'
import { notifyFailure } from '../../session/notify-failure.ts'
import { queryClient } from '../../session/query-client.ts'
import { formatList } from '../../ui/format-list.ts'
import { notify } from '../../ui/notices.ts'
import { translated } from '../../ui/translated.ts'
import type { InviteState } from './use-invite-people.ts'

/** Announces how many people were invited and, while it does, offers to undo it. */
export function offerUndoOfInvitations({ people, undoIds }: InviteState): void {
  if (undoIds.length === 0) return
  const count = people.filter(({ outcome }) => outcome === 'invited').length
  const text = i18next.t('invitePeople.invited', { count })
  notify({ color: 'success', text, undo: () => void undoInvitations(undoIds) })
}

/** Revokes the invitations of a list; announces the result, and which stay because they were used. */
export async function undoInvitations(undoIds: readonly string[]): Promise<void> {
  const outcomes: RowOutcome[] = []
  try {
    for (const id of undoIds) outcomes.push(...(await ask(takeBack, { id })).outcomes)
  } catch (failure) {
    notifyFailure(failure)
  }
  announceResult(outcomes)
  await queryClient.invalidateQueries({ queryKey: [user.name] })
}

const mostNamed = 5

function announceResult(outcomes: readonly RowOutcome[]): void {
  const done = outcomes.filter(({ isDone }) => isDone).length
  const kept = outcomes.filter(({ isDone }) => !isDone)
  const undone = done > 0 ? [i18next.t('invitePeople.undone', { count: done })] : []
  const others = [...new Set(kept.map(({ reason = '' }) => reason))].map((reason) => {
    const names = namesOf(kept.filter((each) => (each.reason ?? '') === reason))
    return i18next.t('invitePeople.kept', { names, reason: translated(reason) })
  })
  // One message: a second one would wait until the first is gone.
  const text = [...undone, ...others].join(' ')
  if (text !== '') notify({ color: kept.length > 0 ? 'warning' : 'success', text })
}

function namesOf(kept: readonly RowOutcome[]): string {
  const named = kept.slice(0, mostNamed).flatMap(({ title }) => title ?? [])
  const others = kept.length - named.length
  return formatList(others > 0 ? [...named, i18next.t('invitePeople.others', { count: others })] : named)
}
