import { renewWebhookSecret, testWebhook } from '@courtcrier/contract/calls/webhooks.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { SecretModal } from '../../ui/SecretModal.tsx'
import { translated } from '../../ui/translated.ts'
import { useAction } from '../../ui/use-action.ts'
import { useStayHere } from '../../ui/use-stay-here.ts'
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
        <Button variant="default" aria-expanded={isAsking} onClick={() => setAsking(true)}>
          {t('webhookCalls.newSecret')}
        </Button>
      </div>
      <p role="status" className={classes.said}>
        {failure ? translated(failure) : said}
      </p>
      {isAsking && <SecretQuestion id={id} onClose={() => setAsking(false)} />}
    </>
  )
}

function SecretQuestion({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [secret, setSecret] = useState<string>()
  const making = useAction(async () => setSecret((await ask(renewWebhookSecret, { id })).secret))
  useStayHere(making.isBusy)
  if (secret) return <MadeSecret secret={secret} onClose={onClose} />
  return (
    <div className={classes.note}>
      <p>{making.failure ? translated(making.failure.message) : t('webhookCalls.askSecret')}</p>
      <Button loading={making.isBusy} onClick={() => void making.run()}>
        {t('webhookCalls.makeSecret')}
      </Button>
      <Button variant="default" disabled={making.isBusy} onClick={onClose}>
        {t('webhookCalls.keepSecret')}
      </Button>
    </div>
  )
}

function MadeSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SecretModal
      title={t('webhookCalls.made')}
      label={t('webhookCalls.secret')}
      description={t('webhookCalls.shown')}
      secret={secret}
      onClose={onClose}
    />
  )
}
