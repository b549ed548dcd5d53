import { resetPassword } from '@courtcrier/contract/calls/session.ts'
import { Anchor, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { notify } from '../../ui/notices.ts'
import { translated } from '../../ui/translated.ts'
import { useAction } from '../../ui/use-action.ts'
import { confirmationProblem, emailProblem, passwordProblem } from './checks.ts'
import classes from './login.module.css'
import { NewPasswordFields } from './NewPasswordFields.tsx'

interface ResetValues {
  email: string
  password: string
  confirmation: string
}

/** Sets a new password with the token of the emailed link. */
export default function ResetScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search: { token?: string; email?: string } = useSearch({ strict: false })
  const form = useForm<ResetValues>({
    initialValues: { email: search.email ?? '', password: '', confirmation: '' },
    validateInputOnBlur: true,
    validate: {
      email: emailProblem,
      password: passwordProblem,
      confirmation: (text, values) => confirmationProblem(text, values.password),
    },
  })
  const save = useAction(async ({ email, password }: ResetValues) => {
    await ask(resetPassword, { body: { email: email.trim(), token: search.token ?? '', newPassword: password } })
    notify({ color: 'success', text: 'reset.done' })
    await navigate({ to: '/login' })
  })
  const failure = search.token ? save.failure && translated(save.failure.message) : t('reset.noToken')
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => save.run(values))}>
      <h1 className={classes.title}>{t('reset.title')}</h1>
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      <TextInput label={t('login.email')} type="email" autoComplete="username" {...form.getInputProps('email')} />
      <NewPasswordFields password={form.getInputProps('password')} confirmation={form.getInputProps('confirmation')} />
      <Button type="submit" size="md" loading={save.isBusy} disabled={!search.token}>
        {t('reset.submit')}
      </Button>
      <Anchor component={Link} to={search.token ? '/login' : '/password-forgot'}>
        {t(search.token ? 'forgot.back' : 'login.forgot')}
      </Anchor>
    </form>
  )
}
