import type { IssuedKey } from '@courtcrier/contract/calls/api-keys.ts'
import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SecretToCopy } from '../../ui/SecretToCopy.tsx'
import classes from './api-keys.module.css'

/** Shows a new secret, once. It closes by its button only, so that no stray click loses the secret. */
export function SecretDialog({ issued: { key, secret }, onClose }: { issued: IssuedKey; onClose: () => void }) {
  const { t } = useTranslation()
  const start = key.hint?.slice(0, 8) ?? ''
  const isForProvider = key.kind === 'provisioning'
  const { origin } = window.location
  const baseUrl = `${origin}/scim/v2`
  const command = `curl -H 'Authorization: Bearer ${start}…' ${origin}/api/v1/ping`
  return (
    <Modal
      opened
      onClose={onClose}
      title={key.rotatedAt ? t('apiKeys.rotated', { name: key.name }) : t('apiKeys.made')}
      size="lg"
      zIndex={320}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <div className={classes.form}>
        <SecretToCopy hasFocus label={t('apiKeys.secret')} description={t('apiKeys.shown')} secret={secret} />
        <div>
          <p className={classes.lead}>{t(isForProvider ? 'apiKeys.useAtProvider' : 'apiKeys.use')}</p>
          <pre className={classes.code}>{isForProvider ? baseUrl : command}</pre>
        </div>
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('apiKeys.done')}</Button>
        </div>
      </div>
    </Modal>
  )
}
