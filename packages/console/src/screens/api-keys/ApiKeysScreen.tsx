import { subjectAccess } from '@courtcrier/contract/access.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../session/session-store.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import classes from './api-keys.module.css'
import { KeysPanel } from './KeysPanel.tsx'
import './text.ts'

/** Shows the firm's API keys to people who manage users, and to others their own. */
export default function ApiKeysScreen() {
  const { t } = useTranslation()
  const isAll = subjectAccess(user.subject, useRole()) === 'FULL'
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav.apiKeys')} />
      <div className={classes.body}>
        <p className={classes.lead}>{t(isAll ? 'apiKeys.lead' : 'apiKeys.ownLead')}</p>
        <KeysPanel isAll={isAll} />
      </div>
    </div>
  )
}
