import { type ApiKey, revokeKey } from '@courtcrier/contract/calls/api-keys.ts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { notify } from '../../ui/notices.ts'
import { useReloadKeys } from './use-keys.ts'

/** Asks before a key is revoked; closed without a key. */
export function RevokeQuestion({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const reload = useReloadKeys()
  const revoke = useMutation({
    mutationFn: ({ id }: ApiKey) => ask(revokeKey, { id }),
    onSuccess: (_, { name }) => notify({ color: 'success', text: t('apiKeys.revoked', { name }) }),
    onError: (error) => notify({ color: 'error', text: error.message }),
    onSettled: async () => {
      onClose()
      await reload()
    },
  })
  return (
    <ConfirmDialog
      opened={apiKey !== undefined}
      title={t('apiKeys.revokeTitle', { name: apiKey?.name ?? '' })}
      text={t('apiKeys.revokeText')}
      confirm={t('apiKeys.revoke')}
      cancel={t('apiKeys.keep')}
      isBusy={revoke.isPending}
      onConfirm={() => apiKey && revoke.mutate(apiKey)}
      onCancel={onClose}
    />
  )
}
