import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './AuthLayout.module.css'
import { FirmMark } from './FirmMark.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'

/** What stands around the pages before log-in: the firm's name and colours, and one thing to do. */
export function AuthLayout() {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <main className={classes.column}>
        <FirmMark size="large" />
        <Outlet />
        <p className={classes.promise}>{t('login.sealed')}</p>
        <LanguageSwitch />
      </main>
    </div>
  )
}
