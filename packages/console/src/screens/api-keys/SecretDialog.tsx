import type { IssuedKey } from '@courtcrier/contract/calls/api-keys.ts'
import { useTranslation } from 'react-i18next'
import { SecretModal } from '../../ui/SecretModal.tsx'
import classes from './api-keys.module.css'

/** Shows the new secret of a key, once, and how to use it. */
export function SecretDialog({ issued: { key, secret }, onClose }: { issued: IssuedKey; onClose: () => void }) {
  const { t } = useTranslation()
  const start = key.hint?.slice(0, 8) ?? ''
  const isForProvider = key.kind === 'provisioning'
  const { origin } = window.location
  const baseUrl = `${origin}/scim/v2`
  const command = `curl -H 'Authorization: Bearer ${start}…' ${origin}/api/v1/ping`
  return (
    <SecretModal
      title={key.rotatedAt ? t('apiKeys.rotated', { name: key.name }) : t('apiKeys.made')}
      label={t('apiKeys.secret')}
      description={t('apiKeys.shown')}
      secret={secret}
      onClose={onClose}
    >
      <div>
        <p className={classes.lead}>{t(isForProvider ? 'apiKeys.useAtProvider' : 'apiKeys.use')}</p>
        <pre className={classes.code}>{isForProvider ? baseUrl : command}</pre>
      </div>
    </SecretModal>
  )
}
