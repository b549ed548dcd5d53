import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import '../settings/text.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import classes from './provider.module.css'

/** Explains the purpose of a provider of court data; this version has none, and says what that means. */
export default function ProviderCredentialsScreen() {
  const { t } = useTranslation()
  return (
    <SettingsPage title={t('nav.providerCredentials')} lead={t('provider.lead')}>
      <p className={classes.status}>
        <StatusDot tone="neutral">{t('provider.none')}</StatusDot>
      </p>
      <p className={classes.text}>{t('provider.noneText')}</p>
      <h2 className={classes.title}>{t('provider.without')}</h2>
      <ul className={classes.list}>
        <li>{t('provider.links')}</li>
        <li>{t('provider.history')}</li>
        <li>{t('provider.cost')}</li>
        <li>{t('provider.passwords')}</li>
      </ul>
      <p className={classes.text}>
        <Link to="/dms">{t('provider.toDms')}</Link>
      </p>
    </SettingsPage>
  )
}
