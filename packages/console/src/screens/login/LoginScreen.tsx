import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translated } from '../../i18n/i18n.ts'
import { useFirm } from '../../session/firm.ts'
import { signIn } from '../../session/sign-in.ts'
import { useAction } from '../../ui/use-action.ts'
import { emailProblem, passwordProblem } from './checks.ts'
import { DemoLogins } from './DemoLogins.tsx'
import classes from './login.module.css'

/** Email and password, single sign-on where the firm has it, and in a demo the people one can be. */
export function LoginScreen() {
  const { t } = useTranslation()
  const { signonType } = useFirm()
  const form = useLoginForm()
  return (
    <>
      <form className={classes.form} noValidate onSubmit={form.submit}>
        <h1 className={classes.title}>{t('login.title')}</h1>
        {signonType === 'saml' && <SingleSignOn />}
        {form.failure && (
          <p role="alert" className={classes.failure}>
            {translated(form.failure.message)}
          </p>
        )}
        <TextInput
          label={t('login.email')}
          type="email"
          name="username"
          autoComplete="username"
          autoFocus
          {...form.inputOf('email')}
        />
        <PasswordInput
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('form.showPassword'), tabIndex: 0, 'aria-hidden': false }}
          {...form.inputOf('password')}
        />
        <Button type="submit" size="md" loading={form.isBusy}>
          {t('login.submit')}
        </Button>
        <Anchor component={Link} to="/password-forgot">
          {t('login.forgot')}
        </Anchor>
      </form>
      <DemoLogins onChoose={form.choose} isBusy={form.isBusy} />
    </>
  )
}

function SingleSignOn() {
  const { t } = useTranslation()
  return (
    <>
      <Button component="a" href="/api/v1/auth/saml" size="md">
        {t('login.sso')}
      </Button>
      <p className={classes.or}>{t('login.or')}</p>
    </>
  )
}

const checks = { email: emailProblem, password: passwordProblem }
type Name = keyof typeof checks

/**
 * The two fields and what is wrong with those a person has left or sent. Without the form library of the other
 * pages: this one is to be there before anything else is loaded.
 */
function useLoginForm() {
  const [values, setValues] = useState({ email: '', password: '' })
  const [left, setLeft] = useState<readonly Name[]>([])
  // The route's guard leads on, as soon as there is a session.
  const { run, isBusy, failure } = useAction(signIn)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setLeft(['email', 'password'])
    const wrong = (['email', 'password'] as const).find((name) => checks[name](values[name]) !== null)
    if (wrong) event.currentTarget.querySelector<HTMLElement>(`[data-name=${wrong}]`)?.focus()
    else void run(values.email.trim(), values.password)
  }
  const choose = (email: string, password: string) => {
    setValues({ email, password })
    void run(email, password)
  }
  const inputOf = (name: Name) => ({
    'data-name': name,
    value: values[name],
    error: left.includes(name) ? checks[name](values[name]) : null,
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
    // An empty field that is only passed through is no mistake yet.
    onBlur: () => values[name] !== '' && setLeft([...left, name]),
  })
  return { submit, choose, inputOf, isBusy, failure }
}
