import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDemo } from '../../session/demo.ts'
import classes from './login.module.css'

interface DemoLoginsProps {
  onChoose: (email: string, password: string) => void
  isBusy: boolean
}

/** The people one can be in a demo; nothing outside of one. */
export function DemoLogins({ onChoose, isBusy }: DemoLoginsProps) {
  const { t } = useTranslation()
  const demo = useDemo()
  if (!demo) return null
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 id="demo-title">{t('demo.title')}</h2>
      <ul>
        {demo.log_ins.map(({ role, email, password }) => (
          <li key={email}>
            <button type="button" disabled={isBusy} onClick={() => onChoose(email, password)}>
              <VisuallyHidden>{t('demo.logInAs')}</VisuallyHidden>
              <b>{role}</b>
              <span>{email}</span>
            </button>
          </li>
        ))}
      </ul>
      {demo.mailbox_url && (
        <a href={demo.mailbox_url} target="_blank" rel="noopener">
          {t('demo.mailbox')}
        </a>
      )}
    </section>
  )
}
