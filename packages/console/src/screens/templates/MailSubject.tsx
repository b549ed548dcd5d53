import { useTranslation } from 'react-i18next'
import classes from './MailSubject.module.css'
import './text.ts'

/** Shows the subject of an email displayed in a frame. */
export function MailSubject({ subject }: { subject: string }) {
  const { t } = useTranslation()
  return (
    <dl className={classes.subject}>
      <dt>{t('template.previewSubject')}</dt>
      <dd>{subject || t('template.noSubject')}</dd>
    </dl>
  )
}
