import { readCallAddress } from '@courtcrier/contract/calls/mailboxes.ts'
import type { MailProvider } from '@courtcrier/contract/mail-providers.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { ask } from '../../session/ask.ts'
import { AddressToCopy } from '../../ui/AddressToCopy.tsx'
import './text.ts'

const words = 'mailboxes.callAddress'

/** Shows the address that the provider of a saved mailbox calls, to those who may change the mailbox. */
export function CallAddress({ resource, id, provider }: { resource: Resource; id: string; provider: MailProvider }) {
  const { t } = useTranslation()
  const canWrite = useCanWrite(resource)
  const { data } = useQuery({
    queryKey: [resource.name, 'call-address', id, provider],
    queryFn: ({ signal }) => ask(readCallAddress, { id }, { signal }),
    enabled: canWrite,
  })
  if (!canWrite || !data) return null
  return (
    <AddressToCopy
      isBelowForm
      label={t(`${words}.label`)}
      address={data.url}
      about={t(`${words}.about.${provider}`)}
      copied={`${words}.copied`}
    />
  )
}
