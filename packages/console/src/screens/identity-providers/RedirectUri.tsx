import { readRedirectUri } from '@courtcrier/contract/calls/sign-on.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { notify } from '../../ui/notices.ts'
import classes from './identity-providers.module.css'
import './text.ts'

const addresses = [
  ['redirectUri', 'redirect_uri'],
  ['entityId', 'entity_id'],
  ['acsUrl', 'acs_url'],
] as const

/** Shows the addresses to register at an identity provider. */
export default function RedirectUri() {
  const { data } = useQuery({ queryKey: ['redirect-uri'], queryFn: () => ask(readRedirectUri, {}) })
  if (!data) return null
  return (
    <>
      {addresses.map(([words, key]) => (
        <Address key={key} words={`identityProviders.${words}`} address={data[key]} />
      ))}
    </>
  )
}

/** An address to register at a provider, with a button that copies it. */
export function Address({ words, address }: { words: string; address: string }) {
  const { t } = useTranslation()
  const id = useId()
  const copy = async () => {
    await navigator.clipboard.writeText(address)
    notify({ color: 'success', text: `${words}.copied` })
  }
  return (
    <section className={classes.uri} aria-labelledby={id}>
      <b id={id}>{t(`${words}.label`)}</b>
      <code>{address}</code>
      <Button variant="default" size="compact-sm" onClick={() => void copy()}>
        {t('identityProviders.copy')}
      </Button>
      <small>{t(`${words}.about`)}</small>
    </section>
  )
}
