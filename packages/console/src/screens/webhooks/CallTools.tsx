import { renewWebhookSecret, testWebhook } from '@courtcrier/contract/calls/webhooks.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { i18next } from '../../i18n/i18n.ts'
import { ask } from '../../session/ask.ts'
import { copyText } from '../../ui/copy-text.ts'
import { notify } from '../../ui/notices.ts'
import { translated } from '../../ui/translated.ts'
import { useAction } from '../../ui/use-action.ts'
import classes from './webhooks.module.css'

/** Sends a test, and creates a new secret, which is shown once. */
export function CallTools({ id, onTested }: { id: string; onTested: () => void }) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  const [isAsking, setAsking] = useState(false)
  const testing = useAction(async () => {
    const { sentence } = await ask(testWebhook, { id })
    setSaid(t('webhookCalls.tested', { sentence: translated(sentence ?? '') }))
    onTested()
  })
  const failure = testing.failure?.message
  return (
    <>
      <div className={classes.tools}>
        <Button data-autofocus loading={testing.isBusy} onClick={() => void testing.run()}>
          {t('webhookCalls.test')}
        </Button>
        <Button variant="default" aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
          {t('webhookCalls.newSecret')}
        </Button>
      </div>
      <p role="status" className={classes.said}>
        {failure ? translated(failure) : said}
      </p>
      {isAsking && <SecretQuestion id={id} onKeep={() => setAsking(false)} />}
    </>
  )
}

function SecretQuestion({ id, onKeep }: { id: string; onKeep: () => void }) {
  const { t } = useTranslation()
  const [secret, setSecret] = useState<string>()
  const making = useAction(async () => setSecret((await ask(renewWebhookSecret, { id })).secret))
  if (secret) return <MadeSecret secret={secret} />
  return (
    <div className={classes.note}>
      <p>{making.failure ? translated(making.failure.message) : t('webhookCalls.askSecret')}</p>
      <Button loading={making.isBusy} onClick={() => void making.run()}>
        {t('webhookCalls.makeSecret')}
      </Button>
      <Button variant="default" onClick={onKeep}>
        {t('webhookCalls.keepSecret')}
      </Button>
    </div>
  )
}

function MadeSecret({ secret }: { secret: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.note} role="status">
      <p>{t('webhookCalls.secret')}</p>
      <code>{secret}</code>
      <Button variant="default" size="compact-sm" onClick={() => void copy(secret)}>
        {t('webhookCalls.copy')}
      </Button>
    </div>
  )
}

async function copy(secret: string): Promise<void> {
  if (await copyText(secret)) notify({ color: 'success', text: i18next.t('webhookCalls.copied') })
}
