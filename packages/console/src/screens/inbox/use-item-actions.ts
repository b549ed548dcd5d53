import { subjectAccess } from '@courtcrier/contract/access.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../session/session-store.ts'
import { notify } from '../../ui/notices.ts'
import { actOnItem, chooseCase, itemKey } from './item/item-view.ts'
import type { ItemAction } from './item-actions.ts'

/** What somebody asks to be done with an item. */
export type Wish = { id: string; action: ItemAction | 'trust' } | { id: string; action: 'choose'; caseId: string }

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
    mutationFn: (wish: Wish) =>
      wish.action === 'choose' ? chooseCase(wish.id, wish.caseId) : actOnItem(wish.id, wish.action),
    onSuccess: (view, wish) => {
      queryClient.setQueryData(itemKey(wish.id), view)
      notify({ color: 'success', text: t(`inbox.action.done.${wish.action}`) })
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
