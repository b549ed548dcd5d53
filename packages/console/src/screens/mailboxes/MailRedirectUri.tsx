import { readMailRedirectUri } from '@courtcrier/contract/calls/mail-sign-in.ts'
import { consentProviders, isDelegated } from '@courtcrier/contract/mail-sign-in.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { notify } from '../../ui/notices.ts'
import classes from './mailboxes.module.css'
import './text.ts'

const words = 'mailboxes.redirectUri'

/** Shows the address to register at the service, for accounts that a person signs in to. */
export default function MailRedirectUri({ values }: { values: AnyRow }) {
  const { t } = useTranslation()
  const label = useId()
  const { service } = values
  const { data } = useQuery({
    queryKey: ['mail-redirect-uri'],
    queryFn: () => ask(readMailRedirectUri, {}),
    enabled: isDelegated(service),
  })
  if (!data || !isDelegated(service)) return null
  const copy = async () => {
    await navigator.clipboard.writeText(data.redirectUri)
    notify({ color: 'success', text: `${words}.copied` })
  }
  return (
    <section className={classes.uri} aria-labelledby={label}>
      <b id={label}>{t(`${words}.label`)}</b>
      <div>
        <code>{data.redirectUri}</code>
        <Button variant="default" size="compact-sm" onClick={() => void copy()}>
          {t(`${words}.copy`)}
        </Button>
      </div>
      <small>{t(`${words}.about`, { provider: consentProviders[service] })}</small>
    </section>
  )
}
