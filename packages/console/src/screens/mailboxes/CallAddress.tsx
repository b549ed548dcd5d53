import { readCallAddress } from '@courtcrier/contract/calls/mailboxes.ts'
import type { MailProvider } from '@courtcrier/contract/mail-providers.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { ask } from '../../session/ask.ts'
import { notify } from '../../ui/notices.ts'
import classes from './call-address.module.css'
import './text.ts'

const words = 'mailboxes.callAddress'

/** Shows the address that the provider of a saved mailbox calls, to those who may change the mailbox. */
export function CallAddress({ resource, id, provider }: { resource: Resource; id: string; provider: MailProvider }) {
  const { t } = useTranslation()
  const label = useId()
  const canWrite = useCanWrite(resource)
  const { data } = useQuery({
    queryKey: [resource.name, 'call-address', id, provider],
    queryFn: ({ signal }) => ask(readCallAddress, { id }, { signal }),
    enabled: canWrite,
  })
  if (!canWrite || !data) return null
  const copy = async () => {
    await navigator.clipboard.writeText(data.url)
    notify({ color: 'success', text: `${words}.copied` })
  }
  return (
    <section className={classes.address} aria-labelledby={label}>
      <b id={label}>{t(`${words}.label`)}</b>
      <div>
        <code>{data.url}</code>
        <Button variant="default" size="compact-sm" onClick={() => void copy()}>
          {t(`${words}.copy`)}
        </Button>
      </div>
      <small>{t(`${words}.about.${provider}`)}</small>
    </section>
  )
}
