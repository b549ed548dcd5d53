import { actOnItems, listItemIds } from '@courtcrier/contract/calls/inbox.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { formatSelection, type RowOutcome, type RowSelection } from '@courtcrier/contract/selection.ts'
import type { BulkAct, ItemAct } from '@courtcrier/contract/triage.ts'
import { i18next } from '../../i18n/i18n.ts'
import { ask } from '../../session/ask.ts'
import { offerUndoWhileOpen } from '../../session/offer-undo.ts'
import { queryClient } from '../../session/query-client.ts'
import { copyText } from '../../ui/copy-text.ts'
import { notify } from '../../ui/notices.ts'

/**
 * Performs or previews an action on each selected item and the others of its filing it applies to, and returns the
 * results. Throws `ApiFailure`.
 */
export function actOnFilings(
  action: ItemAct,
  selection: RowSelection,
  { isRehearsal }: { isRehearsal: boolean },
): Promise<Acted> {
  return actOn(action, { ...formatSelection(selection), with_filing: true, ...(isRehearsal ? { rehearse: true } : {}) })
}

/** What became of each item, and what all of it can be undone by. */
export interface Acted {
  outcomes: readonly RowOutcome[]
  undoId?: string | undefined
}

async function actOn(action: ItemAct, selected: object): Promise<Acted> {
  const { outcomes, undo_id: undoId } = await ask(actOnItems, { body: { action, ...selected } })
  return { outcomes, undoId }
}

interface Announced extends Acted {
  action: ItemAct
  text: string
  /** When it began, by `takeTurn`. */
  turn: number
  onUndone: () => void
}

/** Announces what was done to items, and offers to undo it if that is possible. */
export function announceAct({ action, text, outcomes, undoId, turn, onUndone }: Announced): void {
  const undo = undoOf(action, outcomes, onUndone)
  if (!undo && undoId) offerActUndo({ text, undoId, turn, onUndone })
  else notify({ color: 'success', text, turn, ...(undo ? { undo: () => void undo() } : {}) })
}

/** Announces an action on notices, and offers to undo it as long as no one was notified and nothing was saved. */
export function offerActUndo(act: Pick<Announced, 'text' | 'turn' | 'onUndone'> & { undoId: string }): void {
  offerUndoWhileOpen({ resource: inboxItem, shows: [delivery.name, documentCopy.name], ...act })
}

/** The action that undoes each, whatever followed. */
const opposites: Partial<Record<ItemAct, BulkAct>> = { archive: 'unarchive', unarchive: 'archive' }

/** Returns one result for each filing, with how many of its messages there are; those of no filing are one each. */
export function perFiling(outcomes: readonly RowOutcome[]): readonly (RowOutcome & { messages: number })[] {
  const filings = new Map<string, RowOutcome & { messages: number }>()
  for (const outcome of outcomes) {
    const key = outcome.with ?? outcome.id
    const known = filings.get(key)
    filings.set(key, known ? { ...known, messages: known.messages + 1 } : { ...outcome, messages: 1 })
  }
  return [...filings.values()]
}

/**
 * Returns the undo for an action on exactly these items, which calls `onUndone` once they are back; undefined if it
 * can't be undone.
 */
function undoOf(
  action: ItemAct,
  outcomes: readonly RowOutcome[],
  onUndone: () => void,
): (() => Promise<void>) | undefined {
  const opposite = opposites[action]
  const ids = outcomes.filter(({ isDone }) => isDone).map(({ id }) => id)
  if (!opposite || ids.length === 0) return undefined
  return async () => {
    try {
      const { outcomes: back } = await actOn(opposite, { ids })
      const count = back.filter(({ isDone }) => isDone).length
      notify({ color: 'success', text: i18next.t(`inbox.bulk.${opposite}.done`, { count }) })
    } catch (failure) {
      notify({ color: 'error', text: failure instanceof Error ? failure.message : String(failure) })
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['inbox_item'] })
      onUndone()
    }
  }
}

/** Copies the IDs of the selected items, including those on other pages. */
export async function copyIds(selection: RowSelection): Promise<void> {
  try {
    const { ids } = await ask(listItemIds, { body: formatSelection(selection) })
    if (await copyText(ids.join('\n')))
      notify({ color: 'success', text: i18next.t('list.copied', { count: ids.length }) })
  } catch (failure) {
    notify({ color: 'error', text: failure instanceof Error ? failure.message : String(failure) })
  }
}
