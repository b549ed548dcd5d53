import { useTranslation } from 'react-i18next'
import { KeysPanel } from '../api-keys/KeysPanel.tsx'
import '../api-keys/text.ts'
import classes from './profile.module.css'

/** Shows the user's own API keys. */
export default function OwnKeys() {
  const { t } = useTranslation()
  return (
    <section className={classes.section} aria-labelledby="own-keys">
      <h2 id="own-keys">{t('apiKeys.title')}</h2>
      <p className={classes.about}>{t('apiKeys.ownLead')}</p>
      <KeysPanel isAll={false} />
    </section>
  )
}
