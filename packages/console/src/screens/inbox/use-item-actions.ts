import { subjectAccess } from '@courtcrier/contract/access.ts'
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
      const undo = wish.action === 'archive' ? () => mutate({ id: wish.id, action: 'unarchive' }) : undefined
      notify({ color: 'success', text: t(`inbox.action.done.${wish.action}`) + also, ...(undo ? { undo } : {}) })
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

/** Whether the role may change where items stand. */
export function useCanAct(): boolean {
  return subjectAccess('inbox_item', useRole()) === 'FULL'
}
