import { readRedirectUri } from '@courtcrier/contract/calls/sign-on.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { notify } from '../../ui/notices.ts'
import classes from './identity-providers.module.css'
import './text.ts'

/** Shows the address to register at an identity provider. */
export default function RedirectUri() {
  const { t } = useTranslation()
  const id = useId()
  const { data } = useQuery({ queryKey: ['redirect-uri'], queryFn: () => ask(readRedirectUri, {}) })
  if (!data) return null
  const copy = async () => {
    await navigator.clipboard.writeText(data.redirect_uri)
    notify({ color: 'success', text: 'identityProviders.redirectUri.copied' })
  }
  return (
    <section className={classes.uri} aria-labelledby={id}>
      <b id={id}>{t('identityProviders.redirectUri.label')}</b>
      <code>{data.redirect_uri}</code>
      <Button variant="default" size="compact-sm" onClick={() => void copy()}>
        {t('identityProviders.redirectUri.copy')}
      </Button>
      <small>{t('identityProviders.redirectUri.about')}</small>
    </section>
  )
}
