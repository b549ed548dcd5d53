import { Anchor, Button, PasswordInput, TextInput, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDemo } from '../../session/demo.ts'
import { useFirm } from '../../session/firm.ts'
import { signIn } from '../../session/sign-in.ts'
import { translated } from '../../ui/translated.ts'
import { useAction } from '../../ui/use-action.ts'
import { emailProblem, passwordProblem } from './checks.ts'
import classes from './login.module.css'

/** Shows email and password, single sign-on if the firm has it, and in a demo its people. */
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

interface DemoLoginsProps {
  onChoose: (email: string, password: string) => void
  isBusy: boolean
}

/** Lists the people of a demo to sign in as; empty outside of one. */
function DemoLogins({ onChoose, isBusy }: DemoLoginsProps) {
  const { t } = useTranslation()
  const demo = useDemo()
  if (!demo) return null
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 id="demo-title">{t('demo.title')}</h2>
      <ul>
        {demo.log_ins.map(({ role, name, title, email, password }) => (
          <li key={email}>
            <button type="button" disabled={isBusy} onClick={() => onChoose(email, password)}>
              <VisuallyHidden>{t('demo.logInAs')}</VisuallyHidden>
              <b>{role}</b>
              <span>
                {name}, {title}
              </span>
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

const checks = { email: emailProblem, password: passwordProblem }
type Name = keyof typeof checks

/**
 * Manages the two fields and their problems, once left or submitted. Without the other pages' form library: this page
 * must be there before anything else is loaded.
 */
function useLoginForm() {
  const [values, setValues] = useState({ email: '', password: '' })
  const [left, setLeft] = useState<readonly Name[]>([])
  // The route's guard redirects as soon as there is a session.
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
    // An empty field that is merely tabbed through isn't an error yet.
    onBlur: () => values[name] !== '' && setLeft([...left, name]),
  })
  return { submit, choose, inputOf, isBusy, failure }
}
