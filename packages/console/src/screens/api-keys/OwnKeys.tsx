import { useTranslation } from 'react-i18next'
import classes from './api-keys.module.css'
import { KeysPanel } from './KeysPanel.tsx'
import './text.ts'

/** Shows the user's own API keys. */
export default function OwnKeys() {
  const { t } = useTranslation()
  return (
    <>
      <h2 id="own-keys">{t('apiKeys.title')}</h2>
      <p className={classes.lead}>{t('apiKeys.ownLead')}</p>
      <KeysPanel isAll={false} />
    </>
  )
}
