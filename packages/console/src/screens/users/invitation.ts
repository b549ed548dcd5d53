import {
  type InvitationWay,
  readInvitation,
  readInvitationTerms,
  revokeInvitation,
  sendInvitation,
} from '@courtcrier/contract/calls/invitations.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { notifyFailure } from '../../session/notify-failure.ts'
import { queryClient } from '../../session/query-client.ts'
import { notify } from '../../ui/notices.ts'

/** Returns a user's latest invitation, live. */
export function useInvitation(id: string) {
  return useQuery({
    queryKey: [user.name, 'invitation', id],
    queryFn: ({ signal }) => ask(readInvitation, { id }, { signal }),
  })
}

/** Returns whether invitations can be emailed. */
export function useCanInvite() {
  return useQuery({
    queryKey: [user.name, 'invitation-terms'],
    queryFn: ({ signal }) => ask(readInvitationTerms, {}, { signal }),
  })
}

/** Emails an invitation, and announces the result. The form it was chosen in may be closed by then. */
export function useInvite() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: ({ id }: { id: string; email: string }) => ask(sendInvitation, { id }),
    onSuccess: (_, { email }) => notify({ color: 'success', text: t('userAccess.invited', { email }) }),
    onError: notifyFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [user.name] }),
  })
}

interface Revoking {
  id: string
  email: string
  way: InvitationWay
}

/** Revokes an open invitation, and announces the result. */
export function useRevoke() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: ({ id }: Revoking) => ask(revokeInvitation, { id }),
    onSuccess: (_, { email, way }) =>
      notify({ color: 'success', text: t(`userAccess.${way === 'sign_on' ? 'revokedSignOn' : 'revoked'}`, { email }) }),
    onError: notifyFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [user.name] }),
  })
}
