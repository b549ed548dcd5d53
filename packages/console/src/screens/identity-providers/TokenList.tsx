import type { ApiKey } from '@courtcrier/contract/calls/api-keys.ts'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatDay } from '../../ui/format-time.ts'
import { ActButton, KeyStatus, lastUse } from '../api-keys/KeyTable.tsx'
import classes from './identity-providers.module.css'

interface TokenListProps {
  keys: readonly ApiKey[]
  onAct: (act: 'rotate' | 'revoke', key: ApiKey) => void
}

/** Lists a provider's tokens, narrow enough for its record. */
export function TokenList({ keys, onAct }: TokenListProps) {
  const { t } = useTranslation()
  return (
    <ul className={classes.tokens}>
      {keys.map((key) => (
        <li key={key.id}>
          <span className={classes.tokenHead}>
            <b>{key.name}</b>
            <KeyStatus apiKey={key} />
          </span>
          <span className={classes.at}>
            {key.hint && <code>{key.hint}</code>}
            {key.expiresAt && ` · ${t('apiKeys.expires')}: ${formatDay(key.expiresAt)}`}
            {` · ${t('apiKeys.lastUsed')}: ${lastUse(key, t)}`}
          </span>
          {key.formerUntil && (
            <span className={classes.at}>{t('apiKeys.overlapping', { time: formatDateTime(key.formerUntil) })}</span>
          )}
          <span className={classes.tokenHead}>
            {key.canRotate && <ActButton act="rotate" apiKey={key} onAct={onAct} />}
            {key.canRevoke && <ActButton act="revoke" apiKey={key} onAct={onAct} />}
          </span>
        </li>
      ))}
    </ul>
  )
}
