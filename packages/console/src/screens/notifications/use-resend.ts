import { subjectAccess } from '@courtcrier/contract/access.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../session/session-store.ts'
import { notify } from '../../ui/notices.ts'
import { filingKey, type ResendWish, resendFiling } from './filing-view.ts'

/** Returns whether the role may send a filing to someone. */
export function useMayResend(): boolean {
  return subjectAccess(delivery.subject, useRole()) === 'FULL'
}

/** Sends a filing to one person, and confirms it. */
export function useResend(id: string, onSent: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ wish }: { wish: ResendWish; name: string }) => resendFiling(id, wish),
    onSuccess: (view, { name }) => {
      queryClient.setQueryData(filingKey(id), view)
      notify({ color: 'success', text: t('told.resend.done', { name }) })
      onSent()
    },
    // Also after a refusal: someone else may have sent it in the meantime.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [delivery.name] }),
  })
}
