import { changePassword } from '@courtcrier/contract/calls/session.ts'
import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { problemsFrom } from '../../resource/form-problems.ts'
import { ApiFailure } from '../../session/api-failure.ts'
import { ask } from '../../session/ask.ts'
import { notify } from '../../ui/notices.ts'
import { confirmationProblem, passwordProblem } from '../login/checks.ts'
import { focusWrong } from '../login/focus-wrong.ts'
import { NewPasswordFields } from '../login/NewPasswordFields.tsx'
import classes from './profile.module.css'

const empty = { current: '', password: '', confirmation: '' }

export function ChangePassword({ userId, email }: { userId: string; email: string }) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: empty,
    validateInputOnBlur: true,
    validate: {
      current: (text) => (text === '' ? t('form.passwordRequired') : null),
      password: passwordProblem,
      confirmation: (text, values) => confirmationProblem(text, values.password),
    },
  })
  const save = useMutation({
    mutationFn: ({ current, password }: typeof empty) =>
      ask(changePassword, { userId, body: { currentPassword: current, newPassword: password } }),
    onSuccess: () => {
      form.reset()
      notify({ color: 'success', text: 'profile.changed' })
    },
    onError: (error) => {
      const problems = errorsOf(error)
      form.setErrors(problems)
      focusWrong(form)(problems)
    },
  })
  return (
    <section className={classes.section} aria-labelledby="change-password">
      <h2 id="change-password">{t('profile.changePassword')}</h2>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit((values) => save.mutate(values), focusWrong(form))}
      >
        {/* Password managers look for the user name of the new password. */}
        <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
        <PasswordInput
          label={t('profile.current')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('form.showPassword'), tabIndex: 0, 'aria-hidden': false }}
          errorProps={{ role: 'alert' }}
          {...form.getInputProps('current')}
        />
        <NewPasswordFields
          password={form.getInputProps('password')}
          confirmation={form.getInputProps('confirmation')}
        />
        <Button type="submit" loading={save.isPending}>
          {t('profile.changePassword')}
        </Button>
      </form>
    </section>
  )
}

/** Returns the server's problems by field; those without a field are shown at the current password. */
function errorsOf(error: unknown): Record<string, string> {
  const problems = Object.entries(error instanceof ApiFailure ? problemsFrom(error.problem) : {})
  if (problems.length === 0) return { current: error instanceof Error ? error.message : String(error) }
  return Object.fromEntries(
    problems.map(([field, sentence]) => [field === 'newPassword' ? 'password' : 'current', sentence]),
  )
}
