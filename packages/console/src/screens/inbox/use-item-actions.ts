import { permittedField, subjectAccess } from '@courtcrier/contract/access.ts'
import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import type { ItemAct } from '@courtcrier/contract/triage.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../session/session-store.ts'
import { notify, takeTurn } from '../../ui/notices.ts'
import { actOnFilings, announceAct, offerActUndo } from './bulk-act.ts'
import './verbs/text.ts'
import { translated } from '../../ui/translated.ts'
import { carryOut, fetchItem, type ItemView, itemKey, type Wish } from './item/item-view.ts'
import type { InboxPlace } from './use-inbox-place.ts'
import type { TriageFlow } from './use-triage-flow.ts'

export interface ItemActing {
  act: (wish: Wish) => void
  /** The action in progress. */
  pending?: Wish
  /** Why the last action was refused, and the action itself. */
  refused?: { wish: Wish; sentence: string }
}

/** Performs an action, shows its result, refreshes list and item, and moves on to the next if there is a list. */
export function useItemActions(flow: TriageFlow = outsideTheInbox, place?: Pick<InboxPlace, 'open'>): ItemActing {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: perform,
    onMutate: takeTurn,
    onSuccess: ({ view, outcomes, undoId }, wish, turn) => {
      const passed = flow.finish(wish)
      queryClient.setQueryData(itemKey(wish.id), view)
      const also = view.alsoSettled > 0 ? ` ${t('inbox.action.also', { count: view.alsoSettled })}` : ''
      const others = outcomes.filter(({ id, isDone }) => isDone && id !== wish.id).length
      const filing = others > 0 ? ` ${t('inbox.action.filing', { count: others })}` : ''
      const text = t(doneText(wish)) + also + filing
      const onUndone = () => flow.comeBack(passed)
      const back = wayBack(wish)
      if (isFilingAct(wish.action)) announceAct({ action: wish.action, text, outcomes, undoId, turn, onUndone })
      else if (undoId) offerActUndo({ text, undoId, turn, onUndone })
      else notify({ color: 'success', text, turn, ...(back ? { undo: () => mutate(back) } : {}) })
    },
    onError: ({ message }, wish) => {
      if (!flow.refuse(wish) || !place) return
      const onClick = () => place.open(wish.id)
      notify({ color: 'error', text: message, action: { label: 'inbox.keys.open', onClick } })
    },
    // Also after a refusal, since the item's status is not what it seemed.
    onSettled: async (_view, _error, wish) => {
      await queryClient.invalidateQueries({ queryKey: ['inbox_item'] })
      flow.settled(wish)
    },
  })
  return {
    act: (wish) => {
      if (flow.isBusy(wish.id)) return
      flow.start(wish)
      mutate(wish)
    },
    pending: isPending ? variables : undefined,
    refused: error && variables ? { wish: variables, sentence: error.message } : undefined,
  }
}

/** A dialog elsewhere shows its refusals itself, and has no next item to move on to. */
const outsideTheInbox: TriageFlow = {
  leavingIds: new Set(),
  isBusy: () => false,
  start: () => undefined,
  finish: () => undefined,
  refuse: () => false,
  settled: () => undefined,
  finishAll: () => undefined,
  comeBack: () => undefined,
  report: () => undefined,
}

interface Performed {
  view: ItemView
  /** For an action that applies to a whole filing. */
  outcomes: readonly RowOutcome[]
  undoId?: string | undefined
}

/** Performs an action; one that applies to a whole filing, on all its messages. Throws why it was refused. */
async function perform(wish: Wish): Promise<Performed> {
  const { id, action } = wish
  if (!isFilingAct(action)) {
    const view = await carryOut(wish)
    return { view, outcomes: [], undoId: view.undoId }
  }
  const { outcomes, undoId } = await actOnFilings(action, { ids: [id] }, { isRehearsal: false })
  const own = outcomes.find((outcome) => outcome.id === id)
  if (!own?.isDone) throw new Error(own?.reason && translated(own.reason))
  return { view: await fetchItem(id), outcomes, undoId }
}

const filingActs = [
  'archive',
  'unarchive',
  'requeue',
  'manual',
  'finish',
  'cancel',
] as const satisfies readonly ItemAct[]

function isFilingAct(action: Wish['action']): action is (typeof filingActs)[number] {
  return (filingActs as readonly string[]).includes(action)
}

/** Returns the action that undoes one on a single copy. */
function wayBack(wish: Wish): Wish | undefined {
  // For a whole item, some copies may have been canceled or failed before.
  return wish.action === 'cancel-dms' && wish.copyId !== undefined ? { ...wish, action: 'requeue-dms' } : undefined
}

function doneText(wish: Wish): string {
  if (wish.action === 'approve' || wish.action === 'retrieve' || wish.action === 'not-needed')
    return `verbs.done.${wish.action}`
  if (wish.action === 'assign-timekeeper') return 'verbs.done.assign'
  if (wish.action === 'choose-case' && wish.creationUndoId) return 'verbs.done.create'
  return 'copyId' in wish ? `inbox.action.doneCopy.${wish.action}` : `inbox.action.done.${wish.action}`
}

/** Returns whether this action is in progress: for the item, or for that copy of it. */
export function isPending({ pending }: ItemActing, wish: { id: string; action: string; copyId?: string }): boolean {
  const copyId = pending && 'copyId' in pending ? pending.copyId : undefined
  return pending?.id === wish.id && pending.action === wish.action && copyId === wish.copyId
}

/** Returns whether the role may change items. */
export function useCanAct(): boolean {
  return subjectAccess('inbox_item', useRole()) === 'FULL'
}

/** Returns whether the role may stop and retry saving. */
export function useCanStore(): boolean {
  return permittedField('inbox_item', 'dms_status', useRole()) === 'FULL'
}
