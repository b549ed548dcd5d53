import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../ui/notices.ts'
import classes from './sign-ins.module.css'
import './text.ts'

const words = 'signInElsewhere.redirectUri'

/** Shows the address to register at a service, so that people can sign in there. */
export function RedirectUri({ uri, provider }: { uri: string; provider: string }) {
  const { t } = useTranslation()
  const label = useId()
  const copy = async () => {
    await navigator.clipboard.writeText(uri)
    notify({ color: 'success', text: `${words}.copied` })
  }
  return (
    <section className={classes.uri} aria-labelledby={label}>
      <b id={label}>{t(`${words}.label`)}</b>
      <div>
        <code>{uri}</code>
        <Button variant="default" size="compact-sm" onClick={() => void copy()}>
          {t(`${words}.copy`)}
        </Button>
      </div>
      <small>{t(`${words}.about`, { provider })}</small>
    </section>
  )
}
