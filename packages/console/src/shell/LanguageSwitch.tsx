import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../i18n/language.ts'
import { type Locale, locales, useLocale } from '../ui/locale.ts'
import classes from './LanguageSwitch.module.css'

/** The console's languages, each in its own words. */
export function LanguageSwitch() {
  const { t } = useTranslation()
  const current = useLocale()
  return (
    <ul className={classes.switch} aria-label={t('language.label')}>
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
