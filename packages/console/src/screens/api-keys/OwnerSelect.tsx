import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session-store.ts'
import type { ServiceAccount } from './service-accounts.ts'

interface OwnerSelectProps {
  accounts: readonly ServiceAccount[]
  /** Empty for the user. */
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

/** Chooses the owner of a key: the user, or a service account. */
export function OwnerSelect({ accounts, value, error, onChange }: OwnerSelectProps) {
  const { t } = useTranslation()
  const name = useSession()?.user.fullName ?? ''
  return (
    <NativeSelect
      label={t('apiKeys.owner')}
      description={t('apiKeys.ownerHelp')}
      value={value}
      error={error}
      data={[
        { value: '', label: t('apiKeys.me', { name }) },
        ...accounts.map((account) => ({ value: account.id, label: account.name })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
