import { useTranslation } from 'react-i18next'
import classes from './MailSubject.module.css'
import './text.ts'

/** The subject of a mail that is shown in a frame. */
export function MailSubject({ subject }: { subject: string }) {
  const { t } = useTranslation()
  return (
    <dl className={classes.subject}>
      <dt>{t('template.previewSubject')}</dt>
      <dd>{subject || t('template.noSubject')}</dd>
    </dl>
  )
}
