import { forgetPassword } from '@courtcrier/contract/calls/session.ts'
import { Anchor, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { translated } from '../../ui/translated.ts'
import { useAction } from '../../ui/use-action.ts'
import { useFailureFocus } from '../../ui/use-failure-focus.ts'
import { emailProblem } from './checks.ts'
import { focusWrong } from './focus-wrong.ts'
import { inputOf } from './input-of.ts'
import classes from './login.module.css'

/** Requests a link for choosing a new password. */
export default function ForgotScreen() {
  const { t } = useTranslation()
  const form = useForm({ initialValues: { email: '' }, validate: { email: emailProblem } })
  const send = useAction(() => ask(forgetPassword, { body: { email: form.getValues().email.trim() } }))
  const ref = useFailureFocus<HTMLFormElement>(send.failure, '[name=email]')
  if (send.isDone) return <Sent email={form.getValues().email} />
  return (
    <form ref={ref} className={classes.form} noValidate onSubmit={form.onSubmit(send.run, focusWrong(form))}>
      <h1 className={classes.title}>{t('forgot.title')}</h1>
      <p className={classes.lead}>{t('forgot.lead')}</p>
      <TextInput
        label={t('login.email')}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        {...inputOf(form, 'email')}
        error={form.errors.email ?? (send.failure && translated(send.failure.message))}
      />
      <Button type="submit" size="md" loading={send.isBusy}>
        {t('forgot.submit')}
      </Button>
      <Back />
    </form>
  )
}

function Sent({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.form} role="status">
      <h1 ref={focusOnMount} tabIndex={-1} className={classes.title}>
        {t('forgot.sentTitle')}
      </h1>
      <p className={classes.lead}>{t('forgot.sent', { email })}</p>
      <Back />
    </div>
  )
}

function Back() {
  const { t } = useTranslation()
  return (
    <Anchor component={Link} to="/login">
      {t('forgot.back')}
    </Anchor>
  )
}
