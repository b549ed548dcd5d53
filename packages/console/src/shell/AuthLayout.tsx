import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../i18n/language.ts'
import { type Locale, locales, useLocale } from '../ui/locale.ts'
import classes from './AuthLayout.module.css'
import { FirmMark } from './FirmMark.tsx'

/** Frames the pages before login: the firm's name and colors, and one action. */
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

/** Shows the console's languages, each in its own words. */
function LanguageSwitch() {
  const { t } = useTranslation()
  const current = useLocale()
  return (
    <ul className={classes.languages} aria-label={t('language.label')}>
      {(Object.keys(locales) as Locale[]).map((locale) => (
        <li key={locale}>
          <button
            type="button"
            lang={locale}
            aria-pressed={locale === current}
            onClick={() => void chooseLanguage(locale)}
          >
            {locales[locale]}
          </button>
        </li>
      ))}
    </ul>
  )
}
