import { keyDays } from '@courtcrier/contract/api-keys.ts'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const lifetimes = [7, 30, keyDays.usual, 180, keyDays.most]

/** Chooses how long a key works. */
export function ExpirySelect({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      label={t('apiKeys.lasts')}
      value={String(days)}
      data={lifetimes.map((count) => ({ value: String(count), label: t('apiKeys.days', { count }) }))}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  )
}
