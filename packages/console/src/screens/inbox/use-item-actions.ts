import { permittedField, subjectAccess } from '@courtcrier/contract/access.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../session/session-store.ts'
import { notify } from '../../ui/notices.ts'
import { carryOut, itemKey, type Wish } from './item/item-view.ts'

export interface ItemActing {
  act: (wish: Wish) => void
  /** What is being done just now. */
  pending?: Wish
  /** Why the last wish was refused, with what it was. */
  refused?: { wish: Wish; sentence: string }
}

/** Carries out what somebody asks, shows what became of it, and brings list and item up to date. */
export function useItemActions(): ItemActing {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: carryOut,
    onSuccess: (view, wish) => {
      queryClient.setQueryData(itemKey(wish.id), view)
      const also = view.alsoSettled > 0 ? ` ${t('inbox.action.also', { count: view.alsoSettled })}` : ''
      const back = wayBack(wish)
      const undo = back && (() => mutate(back))
      notify({ color: 'success', text: t(doneText(wish)) + also, ...(undo ? { undo } : {}) })
    },
    // After a refusal too: the item is not where it seemed to be.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['inbox_item'] }),
  })
  return {
    act: (wish) => mutate(wish),
    pending: isPending ? variables : undefined,
    refused: error && variables ? { wish: variables, sentence: error.message } : undefined,
  }
}

/** What takes a wish back; nothing where what was before is not known any more. */
function wayBack(wish: Wish): Wish | undefined {
  if (wish.action === 'archive') return { id: wish.id, action: 'unarchive' }
  // Of a whole item some copies may have been canceled or failed before.
  return wish.action === 'cancel-dms' && wish.copyId !== undefined ? { ...wish, action: 'requeue-dms' } : undefined
}

function doneText(wish: Wish): string {
  return 'copyId' in wish ? `inbox.action.doneCopy.${wish.action}` : `inbox.action.done.${wish.action}`
}

/** Whether this is what is being done just now: with the item, or with that copy of it. */
export function isPending({ pending }: ItemActing, wish: { id: string; action: string; copyId?: string }): boolean {
  const copyId = pending && 'copyId' in pending ? pending.copyId : undefined
  return pending?.id === wish.id && pending.action === wish.action && copyId === wish.copyId
}

/** Whether the role may change where items stand. */
export function useCanAct(): boolean {
  return subjectAccess('inbox_item', useRole()) === 'FULL'
}

/** Whether the role may stop and repeat storing. */
export function useCanStore(): boolean {
  return permittedField('inbox_item', 'dms_status', useRole()) === 'FULL'
}
