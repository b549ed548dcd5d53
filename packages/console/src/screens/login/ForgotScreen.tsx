import { forgetPassword } from '@courtcrier/contract/calls/session.ts'
import { Anchor, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { translated } from '../../ui/translated.ts'
import { useAction } from '../../ui/use-action.ts'
import { emailProblem } from './checks.ts'
import classes from './login.module.css'

/** Requests a link for choosing a new password. */
export default function ForgotScreen() {
  const { t } = useTranslation()
  const form = useForm({ initialValues: { email: '' }, validateInputOnBlur: true, validate: { email: emailProblem } })
  const send = useAction(() => ask(forgetPassword, { body: { email: form.getValues().email.trim() } }))
  const back = (
    <Anchor component={Link} to="/login">
      {t('forgot.back')}
    </Anchor>
  )
  if (send.isDone) {
    return (
      <div className={classes.form} role="status">
        <h1 className={classes.title}>{t('forgot.sentTitle')}</h1>
        <p className={classes.lead}>{t('forgot.sent', { email: form.getValues().email })}</p>
        {back}
      </div>
    )
  }
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(send.run)}>
      <h1 className={classes.title}>{t('forgot.title')}</h1>
      <p className={classes.lead}>{t('forgot.lead')}</p>
      <TextInput
        label={t('login.email')}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        {...form.getInputProps('email')}
        error={form.errors.email ?? (send.failure && translated(send.failure.message))}
      />
      <Button type="submit" size="md" loading={send.isBusy}>
        {t('forgot.submit')}
      </Button>
      {back}
    </form>
  )
}
